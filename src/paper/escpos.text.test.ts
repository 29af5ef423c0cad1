import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { gnuIconv } from '#tests/support/escpos/index.ts'
import { columnsOf, encodeText, printable } from './escpos.text.ts'

/** The bytes between the Chinese mode switches. */
const withoutSwitches = (bytes: Buffer): Buffer => {
  const kept: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 0x1c && (bytes[at + 1] === 0x26 || bytes[at + 1] === 0x2e)) at++
    else kept.push(bytes[at] as number)
  }
  return Buffer.from(kept)
}

const decoded = (text: string): string => gnuIconv(withoutSwitches(encodeText(text)))

describe('printable text', () => {
  test('encodes Chinese between FS & and FS ., ASCII outside', () => {
    expect(encodeText('A车B').toString('hex')).toBe('411c26b3b51c2e42')
    expect(encodeText('神秘').toString('hex')).toBe('1c26c9f1c3d81c2e')
  })

  test('a half-width yen sign becomes the full-width one', () => {
    expect(printable('¥12.50')).toEqual({ text: '￥12.50', missing: [] })
  })

  test.each([
    ['😀', '□', ['😀']],
    ['𠮷野家', '□野家', ['𠮷']],
    ['👨‍👩‍👧 家', '□ 家', ['👨‍👩‍👧']],
    ['€5', '□5', ['€']],
    ['1️⃣', '1', ['1️⃣']],
    ['\ud800x', '□x', ['\ufffd']],
    ['\ue000', '□', ['\ue000']],
    ['😀😀', '□□', ['😀']],
  ])('what the font lacks in %j is replaced and reported', (text, expected, missing) => {
    expect(printable(text)).toEqual({ text: expected, missing })
  })

  test('never passes a command to the printer', () => {
    expect(printable('\u001bp\u0000\u0019x\u001d\u0056\u0010\u0004\u0001').text).toBe('pxV')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = printable(text).text.replaceAll('\n', '')
        const bytes = withoutSwitches(encodeText(line))
        expect(bytes.every((byte) => byte >= 0x20 && byte !== 0x7f)).toBe(true)
      }),
    )
  })

  test('drops invisible characters, normalises spaces and keeps line ends', () => {
    expect(printable('a\u200bb\u00a0c\td\r\ne\u2028f\u3000g')).toEqual({ text: 'ab c d\ne\nf\u3000g', missing: [] })
    expect(printable('cafe\u0301').text).toBe('café')
  })

  test('every character of the font round-trips through GNU iconv', () => {
    const all = Array.from({ length: 0xff80 }, (_, index) => String.fromCharCode(index + 0x80))
    const candidates = all.filter((char) => !/\p{Cs}|\p{M}|\p{Zs}|\p{Zl}|\p{Zp}|\p{Cc}/u.test(char))
    const printed = printable(candidates.join('\n')).text.split('\n')
    const chars = candidates.filter((char, index) => printed[index] === char)
    expect(chars.length).toBeGreaterThan(21_800)
    const lines: string[] = []
    for (let at = 0; at < chars.length; at += 100) lines.push(chars.slice(at, at + 100).join(''))
    const bytes = Buffer.concat(lines.flatMap((line) => [withoutSwitches(encodeText(line)), Buffer.from('\n')]))
    expect(gnuIconv(bytes)).toBe(`${lines.join('\n')}\n`)
  })

  test('any mixture is printable, has the computed width and round-trips', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constant('车手😀¥'))), (parts) => {
        const line = printable(parts.join('')).text.replaceAll('\n', '')
        expect(printable(line)).toEqual({ text: line, missing: [] })
        const plain = withoutSwitches(encodeText(line))
        expect(columnsOf(line)).toBe(plain.length)
        expect(iconv.decode(plain, 'gb18030')).toBe(line)
      }),
    )
    expect(decoded('神秘车手 Kart-7 ￥1,234.50 （，。！）')).toBe('神秘车手 Kart-7 ￥1,234.50 （，。！）')
  })
})
