import { expect, it } from 'vitest'
import { exact, line, lines } from './text.ts'

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: string) =>
  schema.safeParse(value).success

it('accepts text of any script', () => {
  for (const text of ['神秘车手', 'Zoë O’Neill', '👨‍👩‍👧 家庭', 'مرحبا', 'a\u00a0b', '%_\\"<>', '']) {
    for (const schema of [line(40), exact(40), lines(40)]) expect(takes(schema, text), text).toBe(true)
  }
  expect(line(40).parse('  车手\n')).toBe('车手')
  expect(exact(40).parse(' a ')).toBe(' a ')
  expect(lines(40).parse('一\r\n\t二')).toBe('一\r\n\t二')
})

it('refuses characters that tables, printers or readers cannot take', () => {
  for (const text of ['a\u0000b', 'a\u0007b', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\ud800b', '\udc00']) {
    for (const schema of [line(40), exact(40), lines(40)]) {
      expect(takes(schema, text), JSON.stringify(text)).toBe(false)
    }
  }
})

it('refuses a second line in a one-line text', () => {
  for (const text of ['a\nb', 'a\r\nb', 'a\tb', 'a\u2028b', 'a\u2029b']) {
    for (const schema of [line(40), exact(40)]) expect(takes(schema, text), JSON.stringify(text)).toBe(false)
  }
})

it('checks the length', () => {
  expect(takes(line(3), '  abc ')).toBe(true)
  expect(takes(line(3), 'abcd')).toBe(false)
  expect(takes(line(3, 1), ' ')).toBe(false)
  expect(takes(exact(3, 2), 'a')).toBe(false)
})
