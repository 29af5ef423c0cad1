export { couponsOnSale } from './coupon-batches.repository.ts'
export { couponsOfMember } from './coupon-codes.service.ts'
