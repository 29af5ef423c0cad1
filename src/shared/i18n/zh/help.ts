export const help = {
  'help.search': '搜索全部帮助',
  'help.page': '本页说明',
  'help.keys': '按键',
  'help.text': '帮助内容',
  'help.guide': '用户手册',
  'help.moves': '? 在帮助和页面之间切换；光标在帮助里时，按键不会操作页面，Esc 关闭帮助',
  'help.open': '打开这个页面',
  'help.contents': '全部帮助',
  'help.found': '找到 {count} 篇',
  'help.none': '没有找到“{query}”',
  'help.noneHint': '换个说法，或用更少的字',
  'help.noKeys': '这里没有专用的按键',
}
