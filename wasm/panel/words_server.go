package panel

// serverWords put events of brokers, name servers, links and routes into words.
var serverWords = map[string]word{
	"event.server-up":         {"{process} starts", "{process} 启动"},
	"event.server-stop":       {"{process} stops cleanly", "{process} 正常停止"},
	"event.server-kill":       {"{process} is killed", "{process} 被强杀"},
	"event.server-freeze":     {"{process} freezes", "{process} 冻结"},
	"event.server-thaw":       {"{process} thaws", "{process} 解冻"},
	"event.broker-register":   {"{broker} registers at {process}", "{broker} 向 {process} 注册"},
	"event.broker-unregister": {"{process} removes {broker} from its routes", "{process} 从路由中移除 {broker}"},
	"event.broker-expire":     {"{process} removes {broker}: no registration for too long", "{process} 移除 {broker}：太久没有注册"},
	"event.topic-config":      {"{topic} on {broker} has {read} read and {write} write queues", "{broker} 上的 {topic} 现有 {read} 个读队列、{write} 个写队列"},
	"event.cut":               {"the link between {process} and {process2} is cut", "{process} 与 {process2} 之间的网络断开"},
	"event.heal":              {"the link between {process} and {process2} is mended", "{process} 与 {process2} 之间的网络恢复"},
	"event.route-error":       {"{process} knows no route of {topic}; {consumer} keeps what it had", "{process} 没有 {topic} 的路由；{consumer} 沿用旧路由"},
	"event.call-failed":       {"a request of {consumer} to {process} fails", "{consumer} 对 {process} 的请求失败"},
	"event.call-timed-out":    {"a request of {consumer} to {process} times out", "{consumer} 对 {process} 的请求超时"},
	"event.start-failed":      {"{consumer} cannot start: no name server answers", "{consumer} 启动失败：没有 NameServer 应答"},
	"event.send-failed":       {"{topic}: {n} not sent to {broker}", "{n} 条 {topic} 的消息发不到 {broker}"},
	"event.send-timed-out":    {"{topic}: {n} not sent, no answer from {broker} in time", "{n} 条 {topic} 的消息未能发出：{broker} 超时未应答"},
	"event.send-unreached":    {"{topic}: {n} not sent, no connection to {broker}", "{n} 条 {topic} 的消息未能发出：连不上 {broker}"},
	"event.producer":          {"the producer of {topic}", "{topic} 的生产者"},
	"event.send-no-route":     {"{topic}: {n} not sent, no route", "{n} 条 {topic} 的消息发不出去：没有路由"},
}
