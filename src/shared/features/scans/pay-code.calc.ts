/** Provider whose pay codes have that format. */
export type CodeShape = 'wechat' | 'alipay'

const WECHAT = /^1[0-5]\d{16}$/
const ALIPAY = /^(?:2[5-9]|30)\d{14,22}$/

/** Returns the provider of a pay code by its format, or null if it is none. */
export function shapeOfPayCode(code: string): CodeShape | null {
  if (WECHAT.test(code)) return 'wechat'
  return ALIPAY.test(code) ? 'alipay' : null
}
