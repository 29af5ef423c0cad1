export { payFromOf } from './pay-from.service.ts'
