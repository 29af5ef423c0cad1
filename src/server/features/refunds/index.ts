export { refundTerms, withAmounts } from './refund.service.ts'
