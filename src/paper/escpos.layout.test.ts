import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { twoColumns, wrap } from './escpos.layout.ts'
import { columnsOf, printable } from './escpos.text.ts'

const word = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'车手神秘跑道，。（）￥'), maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 10 }),
  fc.constantFrom('😀', '𠮷', ' ', '\n', '\n\n'),
)
const mixture = fc.array(word, { maxLength: 12 }).map((words) => printable(words.join(' ')).text)
const paper = fc.integer({ min: 24, max: 64 })
const visible = (text: string): string => text.replaceAll(/[\s\u3000]/g, '')

describe('layout', () => {
  test('never exceeds the width of the paper and loses no text', () => {
    fc.assert(
      fc.property(mixture, paper, (text, columns) => {
        const lines = wrap(text, columns)
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
        expect(visible(lines.join(''))).toBe(visible(text))
      }),
      { numRuns: 500 },
    )
  })

  test('two columns never overflow and lose no text', () => {
    fc.assert(
      fc.property(mixture, mixture, paper, (left, right, columns) => {
        const lines = twoColumns(left, right, columns)
        for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(columns)
        expect(visible(lines.join(''))).toBe(visible(left + right))
      }),
      { numRuns: 500 },
    )
  })

  test('the value is aligned to the right edge', () => {
    expect(twoColumns('车手', '张三', 24)).toEqual(['车手                张三'])
    const long = '一个非常非常非常长的车手名字'
    expect(twoColumns('车手', long, 24)).toEqual(['车手', '一个非常非常非常长的车手', '                    名字'])
  })

  test('words are kept whole if they fit, and broken otherwise', () => {
    expect(wrap('wait until your number is called', 24)).toEqual(['wait until your number', 'is called'])
    expect(wrap('0123456789012345678901234567', 24)).toEqual(['012345678901234567890123', '4567'])
  })

  test('a Chinese character is never split at the edge', () => {
    expect(wrap(`${'a'.repeat(23)}车手`, 24)).toEqual(['a'.repeat(23), '车手'])
  })

  test('blank lines are preserved', () => {
    expect(wrap('a\n\nb\n', 24)).toEqual(['a', '', 'b', ''])
    expect(wrap('', 24)).toEqual([''])
  })
})
