import { describe, expect, it } from 'vitest'
import { type Digits, digitStep } from './digits.calc.ts'

/** What is searched for after each of some digits, by their times. */
function searches(...keys: [digit: string, at: number][]): (string | null)[] {
  let before: Digits | null = null
  return keys.map(([digit, at]) => {
    const step = digitStep(before, { digit, at, ruleId: null })
    before = step.digits
    return step.searched
  })
}

describe('digits outside every field', () => {
  it('choose a rule each when they are more than a second apart', () => {
    expect(searches(['1', 0], ['2', 1001])).toEqual([null, null])
  })

  it('are a number from the second one on, however slowly it is typed', () => {
    expect(searches(['1', 0], ['3', 900], ['8', 1700])).toEqual([null, '13', '138'])
  })

  it('choose the same rule twice when they are equal', () => {
    expect(searches(['1', 0], ['1', 200])).toEqual([null, null])
    expect(searches(['1', 0], ['1', 200], ['0', 400])).toEqual([null, null, '110'])
  })

  it('are a card number when the first digit is 0', () => {
    expect(searches(['0', 0])).toEqual(['0'])
  })

  it('restore the rule that was chosen before the first digit', () => {
    const first = digitStep(null, { digit: '1', at: 0, ruleId: 'before' })
    expect(digitStep(first.digits, { digit: '3', at: 300, ruleId: 'rule 1' }).digits.ruleId).toBe('before')
  })
})
