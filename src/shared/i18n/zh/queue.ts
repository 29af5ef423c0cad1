/** The line of those who have paid and wait for a vehicle. */
export const queue = {
  'action.queue:start': '排队发车',
  'queue.id': '排队单',
  'queue.consumeid': '消费订单',
  'queue.starts': '要发车的排队单',
  'message.queue.started': '已发车',
  'error.queue.notFound': '没有这张排队单',
  'error.queue.startedBefore': '{ticket} 已由 {by} 在 {at} 发车（{vehicle}）',
  'error.queue.cancelledBefore': '{ticket} 已由 {by} 在 {at} 取消',
  'error.queue.refundedBefore': '{ticket} 的订单已在 {at} 退款',
  'error.queue.expired': '{ticket} 已在 {at} 过号作废',
  'error.queue.notPaid': '{ticket} 的订单正在退款或没有付款',
}
