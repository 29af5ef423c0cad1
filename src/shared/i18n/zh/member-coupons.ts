/** Coupons on the member page. */
export const memberCoupons = {
  'memberCoupons.none': '没有可用的优惠券',
  'memberCoupons.gone': '这张优惠券已不能使用',
  'memberCoupons.show': '请在前台出示，由店员扫码',
  'memberCoupons.noEnd': '长期有效',
  'memberCoupons.until': '有效至 {time}',
  'memberCoupons.percentOff': '减 {percent}%',
  'memberCoupons.ride': '抵一次乘坐',
  'memberCoupons.gift': '兑换礼品',
}
