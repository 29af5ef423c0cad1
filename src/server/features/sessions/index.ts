export type { ChargedOrder } from './charge/charge.view.ts'
export {
  announceCharge,
  chargeAtKiosk,
  chargeCall,
  chargeRefusal,
  chargeResponse,
} from './charge/consume.service.ts'
export { quoteCharge } from './charge/quote.service.ts'
export { localizeRefusal } from './charge/refusals.service.ts'
export { requireListedOrder } from './orders/consume-orders.repository.ts'
export { withWalletAmounts } from './play-records/holds.repository.ts'
export { isUuid } from './play-records/play-records.repository.ts'
export { terminalOf } from './start/start.service.ts'
