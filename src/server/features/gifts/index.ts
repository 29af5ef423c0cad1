export { handOutForCoupon } from './hand-out.service.ts'
