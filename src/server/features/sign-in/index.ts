export { checkRefundPassword } from './refund-password.service.ts'
export { smsCodesService } from './sms-codes.service.ts'
