import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CardFormat } from '#shared/ipc/devices.ts'
import { cardNumberOfBytes, cardNumberOfText, maskCardNumber } from './card-number.calc.ts'

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

describe('canonical card number', () => {
  it.each<[string, CardFormat, string]>([
    ['4500C5D1E9', 'decimal10', '0012964329'],
    ['010063E9AE', 'decimal10', '0006547886'],
    ['100086F444', 'decimal10', '0008844356'],
    ['06008E6D5D', 'decimal10', '0009334109'],
    ['5EC0E07A', 'decimal10', '1589698682'],
    ['5EC0E07A', 'hex', '1589698682'],
    ['26DEFAE7', 'decimal10', '0652147431'],
    ['26DEFAE7', 'decimal10Reversed', '3891977766'],
    ['0F0021BC9B', 'decimal10', '0002210971'],
    ['0F0021BC9B', 'wiegand26', '0002210971'],
  ])('of the bytes %s as %s is %s', (hex, format, expected) => {
    expect(cardNumberOfBytes(bytes(hex), format)).toBe(expected)
  })

  it.each<[string, CardFormat, string | null]>([
    ['0006547886', 'decimal10', '0006547886'],
    ['6547886', 'decimal10', '0006547886'],
    ['3891977766', 'decimal10Reversed', '0652147431'],
    ['0652147431', 'decimal10Reversed', '3891977766'],
    ['9999999999', 'decimal10Reversed', null],
    ['033,48283', 'wiegand26', '0002210971'],
    ['033,48283', 'decimal10', '0002210971'],
    ['03348283', 'wiegand26', '0002210971'],
    ['256,00001', 'wiegand26', null],
    ['001,65536', 'wiegand26', null],
    ['0F0021BC9B', 'hex', '0002210971'],
    ['26defae7', 'hex', '0652147431'],
    ['5EC0E07', 'hex', null],
    ['12345678901', 'decimal10', null],
    ['', 'decimal10', null],
    ['12a4', 'decimal10', null],
  ])('of the text %s as %s is %s', (text, format, expected) => {
    expect(cardNumberOfText(text, format)).toBe(expected)
  })

  it('needs at least four bytes', () => {
    expect(cardNumberOfBytes([1, 2, 3], 'decimal10')).toBeNull()
  })

  it('is the same from bytes and from the text typed by a keyboard reader', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (uid) => {
        const number = cardNumberOfBytes(uid, 'decimal10') ?? ''
        expect(number).toMatch(/^\d{10}$/)
        expect(cardNumberOfText(number, 'decimal10')).toBe(number)
        expect(cardNumberOfText(Buffer.from(uid).toString('hex'), 'hex')).toBe(number)
        const leastFirst = cardNumberOfBytes(uid, 'decimal10Reversed') ?? ''
        expect(cardNumberOfText(leastFirst, 'decimal10Reversed')).toBe(number)
      }),
    )
  })

  it('shows at most three digits in logs', () => {
    expect(maskCardNumber('0006547886')).toBe('…886')
    expect(maskCardNumber('')).toBe('(empty)')
  })
})
