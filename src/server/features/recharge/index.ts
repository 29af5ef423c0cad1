export { requireListedRecharge } from './recharge-orders.repository.ts'
