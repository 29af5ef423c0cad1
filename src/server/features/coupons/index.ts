export { couponsOfMember } from './coupon-codes.service.ts'
