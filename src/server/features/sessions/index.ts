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
export { printChargeReceipt } from './orders/charge-receipt.service.ts'
export { requireListedOrder } from './orders/consume-orders.repository.ts'
export { localizeRefusal, withWalletAmounts } from './refusals.service.ts'
export { terminalOf } from './signing-terminal.service.ts'
