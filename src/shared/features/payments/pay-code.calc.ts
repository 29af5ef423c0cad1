/** Whose customers show codes of that form. */
export type CodeShape = 'wechat' | 'alipay'

const WECHAT = /^1[0-5]\d{16}$/
const ALIPAY = /^(?:2[5-9]|30)\d{14,22}$/

/** Whose pay code a text is by its form; null: none. */
export function shapeOfPayCode(code: string): CodeShape | null {
  if (WECHAT.test(code)) return 'wechat'
  return ALIPAY.test(code) ? 'alipay' : null
}

/** What the sandbox does, by the last digit of the code. */
export const sandboxBehaviours = {
  0: 'success',
  1: 'slow',
  2: 'never',
  3: 'late',
  4: 'refused',
  5: 'answerLost',
  6: 'noticedTwice',
  7: 'silent',
} as const
export type SandboxBehaviour = (typeof sandboxBehaviours)[keyof typeof sandboxBehaviours]

/** What the sandbox does with a code; digits without a meaning of their own are paid at once. */
export const sandboxBehaviourOf = (code: string): SandboxBehaviour =>
  sandboxBehaviours[Number(code.slice(-1)) as keyof typeof sandboxBehaviours] ?? 'success'
