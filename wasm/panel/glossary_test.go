package panel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringside/core/lessons"
)

// glossary has one Chinese term for each thing, as RocketMQ's Chinese
// documentation calls it, and the synonyms that are not used for it here.
var glossary = map[string][]string{
	"持有者":        {"主人", "拥有者", "所有者", "归属者", "无主"},
	"易主":         {"换手", "换主", "迁移"},
	"移交":         {"交接"},
	"重平衡":        {"再平衡", "再均衡", "重均衡", "重新平衡"},
	"位点":         {"偏移", "位移", "消费进度"},
	"消费者":        {"消费端"},
	"消费者组":       {"消费组", "消费群组"},
	"堆积":         {"积压"},
	"冻结":         {"卡住"},
	"强杀":         {"杀死", "杀掉", "被杀"},
	"主题":         {"话题"},
	"标签":         {"Tag"},
	"Broker":     {"消息代理", "代理服务", "经纪"},
	"代理主节点":      {"充当主节点"},
	"NameServer": {"名称服务", "名字服务", "命名服务"},
	"队列":         {"分区", "分片"},
	"从节点":        {"从库", "备机"},
	"弹出":         {"弹取"},
}

// Every Chinese text that a reader may see keeps to the glossary: the page's
// words, what is simulated, the parser's messages, the lessons and the cases.
func TestChineseKeepsToTheGlossary(t *testing.T) {
	texts := map[string]string{}
	for key, w := range words {
		texts[key] = w.zh
	}
	for code, zh := range scriptChinese {
		texts["script error "+code] = zh
	}
	for _, l := range lessons.All() {
		chineseLines(texts, "lesson "+l.Name, l.Text)
	}
	cases, err := filepath.Glob("../../core/cases/testdata/*.ringside")
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	for _, name := range cases {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		chineseLines(texts, name, string(text))
	}
	used := ""
	for where, text := range texts {
		used += text
		for term, synonyms := range glossary {
			for _, s := range synonyms {
				assert.NotContains(t, text, s, "%s: the word is %s", where, term)
			}
		}
	}
	for term := range glossary {
		assert.Contains(t, used, term, "a term that nothing uses")
	}
}

// chineseLines adds the lines of a script that are Chinese words.
func chineseLines(texts map[string]string, where, script string) {
	for line := range strings.Lines(script) {
		if strings.HasPrefix(line, "title.zh ") || strings.HasPrefix(line, "text.zh ") {
			texts[where] += line
		}
	}
}
