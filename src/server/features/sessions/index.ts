export { type ChargedOrder, type LedgerLine, toChargeLines, toSoldLine } from './charge/charge.view.ts'
export {
  announceCharge,
  cartOf,
  chargeAtKiosk,
  chargeCall,
  chargeRefusal,
  chargeResponse,
  paymentOf,
  receivedOf,
} from './charge/consume.service.ts'
export { quoteCharge } from './charge/quote.service.ts'
export { localizeRefusal } from './charge/refusals.service.ts'
export { printChargeReceipt } from './orders/charge-receipt.service.ts'
export { requireListedOrder } from './orders/consume-orders.repository.ts'
export { withWalletAmounts } from './play-records/holds.repository.ts'
export { isUuid } from './play-records/play-records.repository.ts'
export { terminalOf } from './start/start.service.ts'
