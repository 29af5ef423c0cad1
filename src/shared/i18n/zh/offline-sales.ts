/** What is sold at a counter that has no server. */
export const offlineSales = {
  'error.sessions.serverIsBack': '服务器已恢复，请再按一次',
  'error.sessions.offlineValueSpent': '断网时可扣的储值不够，请收现金或先挂单',
  'strip.clockBehind': '本机时钟慢 {minutes} 分钟',
  'strip.clockAhead': '本机时钟快 {minutes} 分钟',
  'strip.clockWrongHint': '按服务器时间计，不影响收款。请在系统设置里校准时钟',
  'counter.way.sell': '断网收款并开始',
  'counter.sold.cash': '{ticket} 已收现金 {amount}，离线保存 · {vehicle}',
  'counter.sold.wallets': '{ticket} 已扣储值 {amount}，离线保存 · {vehicle}',
  'counter.member.offlineValue': '断网可扣 {amount}',
  'sync.paid.cash': '已收现金 {amount}',
  'sync.paid.wallets': '已扣储值 {amount}',
  'sync.paid.deposit': '押金 {amount}',
  'sync.unsentMoney': '还没同步：现金 {cash}，储值 {value}',
  'ticket.paid.cash': '已付现金',
  'ticket.paid.wallets': '已扣储值',
  'ticket.deposit': '押金',
} as const
