/** Digits pressed outside fields within this time of each other form a number. */
const TYPING_PAUSE_MS = 1000

/** The digits typed so far, the time of the last one in ms, and the rule chosen before the first one. */
export interface Digits {
  text: string
  at: number
  ruleId: string | null
}

/**
 * One digit chooses a rule. A second, different one shows that a phone or card number is typed without F1: the rule choice
 * is undone and the digits are searched for. The same digit twice counts as a bounced or repeated key.
 */
export function digitStep(
  before: Digits | null,
  { digit, at, ruleId }: { digit: string; at: number; ruleId: string | null },
): { digits: Digits; searched: string | null } {
  const goesOn = before !== null && at - before.at <= TYPING_PAUSE_MS
  const digits = { text: goesOn ? before.text + digit : digit, at, ruleId: goesOn ? before.ruleId : ruleId }
  const isNumber = digits.text.startsWith('0') || new Set(digits.text).size > 1
  return { digits, searched: isNumber ? digits.text : null }
}
