/** Whose customers show codes of that form. */
export type CodeShape = 'wechat' | 'alipay'

const WECHAT = /^1[0-5]\d{16}$/
const ALIPAY = /^(?:2[5-9]|30)\d{14,22}$/

/** Whose pay code a text is by its form; null: none. */
export function shapeOfPayCode(code: string): CodeShape | null {
  if (WECHAT.test(code)) return 'wechat'
  return ALIPAY.test(code) ? 'alipay' : null
}
