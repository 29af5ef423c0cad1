export { readable, refundTerms } from './refund.service.ts'
