export { refundTerms, withAmounts as readable } from './refund.service.ts'
