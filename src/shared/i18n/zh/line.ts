/** Lining up at a counter that has no server. */
export const line = {
  'error.line.gone': '{ticket} 已不在队伍里',
  'error.line.started': '{ticket} 已经发车',
  'error.line.expired': '{ticket} 已过号，请先恢复排队',
  'error.line.paying': '{ticket} 正在收款，请等结果',
  'error.line.notFound': '本机没有这个号',
  'error.line.full': '已有 {most} 人在排队，不能再取号',
  'error.line.someoneElse': '台面上是 {ticket} 的客人，请先发车，或按 Esc 放回队伍',
  'ticket.unpaid': '排队中 · 发车时付款',
  'ticket.aheadOnly': '前面 {ahead} 位',
} as const
