/** Digits pressed in this time after each other, outside every field, are a number that somebody types. */
const TYPING_PAUSE_MS = 1000

/** The digits of late, and what was chosen before the first of them. */
export interface Digits {
  text: string
  at: number
  ruleId: string | null
}

/**
 * One digit chooses a rule. A second one behind it shows that a phone or card number is being typed without F1: the first
 * has chosen nothing then, and both are looked for. The same digit twice is a key that bounced, or a sure hand.
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
