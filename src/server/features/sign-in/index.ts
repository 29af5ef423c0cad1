export { checkRefundPassword } from './refund-password.service.ts'
