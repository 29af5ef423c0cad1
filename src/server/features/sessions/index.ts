export type { ChargedOrder } from './charge.view.ts'
export {
  announceCharge,
  chargeAtKiosk,
  chargeCall,
  chargeRefusal,
  chargeResponse,
} from './consume.service.ts'
export { requireListedOrder } from './consume-orders.repository.ts'
export { isUuid } from './play-records.repository.ts'
export { quoteCharge } from './quote.service.ts'
export { localizeRefusal } from './refusals.service.ts'
export { terminalOf } from './start.service.ts'
