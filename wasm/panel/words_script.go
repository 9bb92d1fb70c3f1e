package panel

import "ringside/core/script"

// scriptWords is filled from scriptChinese: the English of the parser's
// messages is package script's own.
var scriptWords = func() map[string]word {
	out := map[string]word{}
	for code, zh := range scriptChinese {
		out[scriptKey(code)] = word{script.Code(code).Template(), zh}
	}
	return out
}()

func scriptKey(code string) string { return "script-error." + code }

// scriptChinese words the parser's errors by their code; {1}, {2} … are the
// error's arguments.
var scriptChinese = map[string]string{
	"bytes":               "脚本有 {1} 字节，最多允许 {2} 字节",
	"bytes-canonical":     "脚本的规范写法有 {1} 字节，最多允许 {2} 字节",
	"argument-word":       "未知单词 `{1}`",
	"no-reader":           "没有消费者组订阅主题 `{1}`",
	"no-event":            "脚本在 {1} 没有任何动作",
	"not-reader":          "组 `{1}` 没有订阅主题 `{2}`",
	"lite-only":           "消费者 `{1}` 的 commit=`{2}` 只用于 mode=lite；请写 commit=interval、sync 或 async",
	"lite-commit":         "mode=lite 的消费者 `{1}` 不支持 commit=`{2}`；请写 commit=lite-auto、lite-sync 或 lite-sync-persist",
	"pull-commit":         "mode=`{3}` 的消费者 `{1}` 不支持 commit=`{2}`：位点由定时器提交；请写 commit=interval",
	"pop-commit":          "mode=pop 的消费者 `{1}` 不支持 commit=`{2}`：每条消息都在 Broker 确认；请写 commit=interval",
	"pop-client":          "client=`{2}` 的消费者 `{1}` 不支持 mode=pop（Java 5 才有）；请写 client=java5",
	"go-pop":              "client=`{2}` 的消费者 `{1}` 不支持 mode=pop：rocketmq-client-go v2 没有 POP；请写 mode=push 或 mode=lite",
	"go-pull":             "client=`{2}` 的消费者 `{1}` 不支持 mode=`{3}`：其 Pull() 每次都向 Broker 查询组的位点，而所持队列同时仍为 Poll() 拉取；请写 mode=lite（Poll 与 ACK）或 mode=push",
	"go-old":              "client=`{2}` 的消费者 `{1}` 不支持 mode=lite：Poll() 与 ACK() 是后来才有的；请写 client=go",
	"go-commit":           "client=go、mode=lite 的消费者 `{1}` 不支持 commit=`{2}`：ACK() 推进位点，由定时器提交；请写 commit=interval",
	"go-fail":             "client=go、mode=lite 的消费者 `{1}` 失败时用 ACK(ConsumeRetryLater) 应答，不支持 on-fail=`{2}`；请删去该项",
	"orderly-mode":        "消费者 `{1}` 处于 mode=`{2}`，没有监听器；请写 listener=concurrent 或 mode=push",
	"no-topic-queue":      "没有主题在 Broker `{2}` 上有队列 {1}",
	"utf8":                "第 {1} 字节不是 UTF-8 文本",
	"control":             "脚本中不允许字符 {1}",
	"wide":                "此处不允许字符 {1}",
	"one-line":            "一次只能追加一行",
	"statement":           "未知语句 `{1}`",
	"action":              "未知动作 `{1}`",
	"subject":             "未知断言对象 `{1}`",
	"key":                 "`{2}` 没有 `{1}` 这一项",
	"timer":               "未知定时器 `{1}`",
	"strategy":            "未知分配策略 `{1}`",
	"inner":               "策略 `{1}` 需要内层策略，例如 `{1}:averagely`",
	"no-inner":            "策略 `{1}` 没有内层策略，请只写 `{1}`",
	"nesting":             "策略嵌套过深，最多 {1} 层",
	"unknown":             "未知的 {2} `{1}`",
	"language":            "未知语言 `{1}`",
	"undeclared":          "消费者 `{1}` 未声明；请写 `join {1} group=GROUP`，或加一条 `consumer {1}` 语句",
	"missing":             "缺少 {1}；请写 `{2}`",
	"trailing":            "多余的 `{1}`；请写 `{2}`",
	"blanks":              "`{1}` 处的 `=` 两侧不能有空格",
	"no-value":            "`{1}` 没有值；请写 `{2}`",
	"key-twice":           "`{1}` 写了两次",
	"twice":               "`{1}` 在列表中出现两次",
	"once":                "`{1}` 已在 {2} 给出",
	"needed":              "脚本缺少 `{1}` 语句；请写 `{2}`",
	"name":                "`{1}` 不能用作 {2} 的名称",
	"name-long":           "{1} 的名称有 {2} 个字符，最多允许 {3} 个",
	"reserved":            "`{1}` 不能用作 {2} 的名称：它在脚本中另有含义",
	"taken":               "名称 `{1}` 已被 {3} 的 {2} 占用",
	"limit":               "{1} 过多，最多允许 {2}",
	"range":               "{1} {2} 超出范围",
	"value":               "`{1}` 不是 {2}",
	"fine":                "`{1}` 的精度细于 {2}",
	"no-queue":            "主题 `{1}` 在 Broker `{2}` 上没有队列",
	"no-write":            "主题 `{1}` 没有可供生产者发送的写队列",
	"queue-id":            "主题 `{1}` 在 Broker `{3}` 上没有队列 {2}",
	"not-there":           "主题 `{1}` 不在 Broker `{2}` 上",
	"producers":           "主题 `{1}` 在 {2} 已有生产者，请把总速率都交给它",
	"no-producer":         "主题 `{1}` 没有生产者；可写 `producer {1} rate=0/s` 添加一个",
	"rate-total":          "全部生产者合计每秒发送 {1} 条，最多允许 {2} 条",
	"self-link":           "链路两端必须不同，不能两次都是 `{1}`",
	"strategy-needs":      "消费者 `{2}` 的策略 `{1}` 需要 `{3}`",
	"no-room":             "消费者 `{2}` 的策略 `{1}` 需要知道 {3} `{4}` 的机房；请在其语句中写 `room=ROOM`",
	"after-end":           "{1} 晚于运行结束时刻 {2}",
	"state-absent":        "无法在 {3} 对消费者 `{2}` 执行 {1}：它尚未启动",
	"state-running":       "无法在 {3} 对消费者 `{2}` 执行 {1}：它自 {4} 起一直在运行",
	"state-frozen":        "无法在 {3} 对消费者 `{2}` 执行 {1}：它自 {4} 起处于冻结状态",
	"state-stopped":       "无法在 {3} 对消费者 `{2}` 执行 {1}：它已在 {4} 离开",
	"state-dead":          "无法在 {3} 对消费者 `{2}` 执行 {1}：它已在 {4} 被强杀",
	"state-down":          "无法在 {3} 对消费者 `{2}` 执行 {1}：它正在重启，{4} 才恢复",
	"rejoin":              "消费者 `{1}` 已在 {2} 以其他设置声明；请只写 `join {1}`，并在它之前用 `set {1} …` 修改设置",
	"op":                  "`{1}` 不能用 `{2}` 比较",
	"op-glued":            "`{1}` 中比较符号两侧须有空格",
	"argument":            "`{1}` 不能以 `{2}` 限定；请写 `{3}`",
	"which-group":         "`{1}` 可能属于多个消费者组；请用 `in GROUP` 指明",
	"not-in-group":        "消费者 `{1}` 属于组 `{2}`，不在 `{3}` 中",
	"which-topic":         "组 `{1}` 订阅了多个主题；队列请写成 TOPIC/BROKER/ID，而不是 `{2}`",
	"start-only":          "`{1}` 在消费者运行时不能更改；请写在 `group` 或 `consumer` 语句中",
	"pop-model":           "mode=pop 的消费者 `{1}` 不能用广播模式：上游的 POP 只对集群模式起作用，广播客户端自行分配并拉取；请写 mode=push",
	"on-fail-listener":    "mode=`{2}` 的消费者 `{1}` 有监听器，失败时返回 RECONSUME_LATER；on-fail=`{3}` 只用于自行拉取的应用；请写 mode=lite、pull 或 pull-all",
	"on-fail-auto":        "消费者 `{1}` 在 poll() 内自动提交（commit=lite-auto），与应用的处理结果无关；on-fail=no-commit 请配合 commit=lite-sync 或 lite-sync-persist",
	"on-fail-lite":        "mode=lite 的消费者 `{1}` 不能回发消息：DefaultLitePullConsumer 没有 sendMessageBack；请写 mode=pull，或 on-fail=skip、stay、no-commit",
	"on-fail-model":       "广播消费者 `{1}` 不能回发消息：重试消息属于整个组，而广播组内没有成员会读取；请写 on-fail=skip、stay 或 no-commit",
	"not-subscribed":      "消费者 `{1}` 在 {3} 没有订阅主题 `{2}`",
	"state-suspended":     "在 {3} 不能对消费者 `{2}` 执行 {1}：它自 {4} 起已挂起",
	"state-not-suspended": "在 {3} 不能对消费者 `{2}` 执行 {1}：它没有挂起",
	"server-absent":       "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 尚未启动",
	"server-running":      "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 自 {4} 起一直在运行",
	"server-frozen":       "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 自 {4} 起已冻结",
	"server-stopped":      "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 已在 {4} 停止",
	"server-dead":         "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 已在 {4} 被强杀",
	"server-down":         "无法在 {3} 对 `{2}` 执行 {1}：`{5}` 正在重启，{4} 才恢复",
	"not-a-server":        "`{1}` 是消费者；请写 `{2} {1}`",
	"no-latency":          "`{1}` 没有单独的延迟：生产者发送的消息即刻到达 Broker；链路的两端是 Broker、消费者或 NameServer",
	"is-cut":              "`{1}` 与 `{2}` 之间的网络在 {3} 已经断开",
	"not-cut":             "`{1}` 与 `{2}` 之间的网络在 {3} 并未断开",
	"no-master":           "`{1}` 不能作 `{2}` 的主节点：它自己不是主节点",
	"slaves":              "Broker `{1}` 已有从节点 `{2}`；只模拟一个",
	"acting-master":       "Broker `{1}` 没有可代理的主节点；请在 `acting-master` 旁写 `master=BROKER`",
	"slave-log":           "`{1}` 是从节点，日志是其主节点的；请对主节点执行 truncate",
	"pop-orderly":         "mode=pop 的消费者 `{1}` 不能用 listener=orderly：上游客户端只有并发监听器才 POP，顺序监听器总是拉取；请写 listener=concurrent 或 mode=push",
	"no-suspend":          "无法对消费者 `{2}` 执行 {1}：mode=`{3}` 由应用自己请求消息，DefaultMQPullConsumer 没有 suspend()；请写 mode=push、pop 或 lite",
	"no-effect":           "`{1}` 在这里不起作用：它只用于 {2}，而所涉及的消费者从未如此设置；请删去",
	"pop-strategy":        "mode=pop 的消费者 `{1}` 不能用策略 `{2}`：由 Broker 分配，它只懂 averagely 和 averagely-by-circle，结果谁也分不到；请写 strategy=averagely",
	"go-vnodes":           "消费者 `{2}` 的策略 `{1}` 在 vnodes=0 时除以零（与 rocketmq-client-go 相同）；请写 vnodes=1 或更大",
	"on-slave":            "主题 `{1}` 不能放在 `{2}` 上：它是从节点，会复制主节点的主题",
}

// scriptNouns are the words that the parser puts into its messages, as far as
// Chinese has others.
var scriptNouns = map[string]string{
	"topic": "主题", "topics": "主题", "a topic": "主题", "broker": "Broker", "brokers": "Broker", "a broker": "Broker",
	"process": "进程", "consumer": "消费者", "consumers": "消费者", "a consumer": "消费者", "group": "消费者组", "groups": "消费者组", "a group": "消费者组",
	"producer": "生产者", "a producer": "生产者", "queues": "队列", "a queue": "队列", "actions": "动作", "an action": "动作",
	"a timer": "定时器", "a duration": "时长", "a time": "时刻", "a whole number": "整数", "a rate": "速率", "a size": "大小",
	"a seed": "种子", "a commit mode": "提交方式", "a statement": "语句", "a name": "名称", "a value": "值", "a room": "机房",
	"a number of queues on a broker": "Broker 上的队列数", "a nanosecond": "1 纳秒", "a message in 1,000 seconds": "每 1000 秒 1 条",
	"a number with a unit, such as 500ms, 5s or 1m30s": "带单位的数，例如 500ms、5s 或 1m30s",
	"a size such as 512B, 1KiB or 4MiB":                "大小，例如 512B、1KiB 或 4MiB",
	"TOPIC/BROKER/ID, such as orders/a/0":              "TOPIC/BROKER/ID，例如 orders/a/0",
	"BROKER/ID, such as a/0":                           "BROKER/ID，例如 a/0",
	"BROKER:READ or BROKER:READ/WRITE, such as a:8":    "BROKER:READ 或 BROKER:READ/WRITE，例如 a:8",
	"a plain blank":                                    "普通空格",
}

// noun is the Chinese for a word of the parser, or the word itself.
func noun(s string) string {
	if zh, ok := scriptNouns[s]; ok {
		return zh
	}
	return s
}
