export { addRecharge } from './recharge.service.ts'
export { requireListedRecharge } from './recharge-orders.repository.ts'
