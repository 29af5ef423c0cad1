export { requireListedOrder } from './consume-orders.repository.ts'
export { isUuid } from './play-records.repository.ts'
export { inWords } from './refusals.service.ts'
export { terminalOf } from './start.service.ts'
