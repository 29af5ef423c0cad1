import { expect, it } from 'vitest'
import { textsOf } from './text-count.calc.ts'

it.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['车'.repeat(70), 1],
  ['车'.repeat(71), 2],
  [`${'a'.repeat(70)}车`, 2],
  // A sign outside the first plane is one sign.
  ['🏁'.repeat(70), 1],
])('counts the texts that a message is sent as', (content, texts) => {
  expect(textsOf(content)).toBe(texts)
})
