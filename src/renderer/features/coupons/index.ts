export { CouponWorth } from './coupon-worth.tsx'
