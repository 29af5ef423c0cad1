/** What is sold at a counter that has no server. */
export const offlineSales = {
  'error.sessions.serverIsBack': 'The server is back; press once more',
  'error.sessions.offlineValueSpent': 'Not enough value may be taken offline; take cash, or let it be paid later',
  'strip.clockBehind': 'Clock {minutes} min slow',
  'strip.clockAhead': 'Clock {minutes} min fast',
  'strip.clockWrongHint': 'The server’s time counts, so nothing goes wrong. Please set the clock of this computer',
  'counter.way.sell': 'Take payment and start (offline)',
  'counter.sold.cash': '{ticket} {amount} taken in cash, saved offline · {vehicle}',
  'counter.sold.wallets': '{ticket} {amount} taken from the balance, saved offline · {vehicle}',
  'counter.member.offlineValue': 'Offline up to {amount}',
  'sync.paid.cash': '{amount} taken in cash',
  'sync.paid.wallets': '{amount} taken from the balance',
  'sync.paid.deposit': 'deposit {amount}',
  'sync.unsentMoney': 'Not sent yet: cash {cash}, balance {value}',
  'ticket.paid.cash': 'Paid in cash',
  'ticket.paid.wallets': 'Paid from balance',
  'ticket.deposit': 'Deposit',
}
