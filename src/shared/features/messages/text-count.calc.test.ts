import { expect, it } from 'vitest'
import { textsOf } from './text-count.calc.ts'

it.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['车'.repeat(70), 1],
  ['车'.repeat(71), 2],
  [`${'a'.repeat(70)}车`, 2],
  // A character outside the first plane is two of UCS-2.
  ['🏁'.repeat(35), 1],
  ['🏁'.repeat(36), 2],
  // GSM-7 has letters beyond ASCII, sends some characters as two, and has no backtick.
  ['é'.repeat(160), 1],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['`'.repeat(71), 2],
])('counts the texts that a message is sent as', (content, texts) => {
  expect(textsOf(content)).toBe(texts)
})
