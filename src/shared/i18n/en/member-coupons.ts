import type { memberCoupons as zh } from '#shared/i18n/zh/member-coupons.ts'

export const memberCoupons: Record<keyof typeof zh, string> = {
  'memberCoupons.none': 'No coupons to use',
  'memberCoupons.gone': 'This coupon cannot be used any more',
  'memberCoupons.show': 'Show it at the counter to be scanned',
  'memberCoupons.noEnd': 'No end',
  'memberCoupons.until': 'Until {time}',
  'memberCoupons.percentOff': '{percent}% off',
  'memberCoupons.ride': 'One ride',
  'memberCoupons.gift': 'Gift',
}
