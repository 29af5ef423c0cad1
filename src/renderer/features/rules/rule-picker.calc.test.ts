import { expect, it } from 'vitest'
import { figuresOf } from './rule-picker.calc.ts'

it.each([
  ['BALANCE', undefined, ['price', 'laps', 'minutes']],
  ['FREQUENCY', undefined, ['frequency', 'laps', 'minutes']],
  ['BALANCEANDINTEGRAL', undefined, ['price', 'integral', 'laps', 'minutes']],
  ['QUAN', undefined, ['laps', 'minutes']],
  ['NOCARDCONSUME', undefined, ['price', 'deposit', 'laps', 'minutes']],
  ['BALANCE', 'TONGYONG', ['price', 'people', 'minutes']],
  ['QUAN', 'TONGYONG', ['laps', 'minutes']],
  [undefined, undefined, ['price', 'laps', 'minutes']],
] as const)('a picker of rules by %s for %s shows %o', (type, toolType, figures) => {
  expect(figuresOf(type, toolType)).toEqual(figures)
})
