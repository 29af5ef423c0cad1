import { describe, expect, it } from 'vitest'
import { cardNumberOfBytes } from '#shared/features/scans/index.ts'
import { msrReport, sycreaderAnswer, sycreaderEmpty } from '#tests/support/readers/recorded-reports.ts'
import { MSR_BYTES, readMsr, readSycreader, sycreaderQuery } from './hid-reports.ts'
import { readUid } from './pcsc-source.ts'

const numberOf = (event: ReturnType<typeof readSycreader>) =>
  event?.kind === 'card' ? cardNumberOfBytes(event.uid, 'decimal10') : (event?.kind ?? null)

describe('Sycreader', () => {
  it('is polled with its own report', () => {
    const query = Buffer.from(sycreaderQuery())
    expect(query).toHaveLength(256)
    expect(query.subarray(0, 16).toString('hex')).toBe('0100000000000800aa000325000026bb')
    expect(query.subarray(16).every((byte) => byte === 0)).toBe(true)
  })

  it('returns the number of the card on it, for any report length of the system', () => {
    const answer = sycreaderAnswer('0006547886')
    expect(answer).toHaveLength(19)
    expect(numberOf(readSycreader(answer))).toBe('0006547886')
    expect(numberOf(readSycreader(Buffer.concat([answer, Buffer.alloc(237)])))).toBe('0006547886')
  })

  it('returns no number without a card', () => {
    for (const answer of [sycreaderEmpty, Buffer.concat([sycreaderEmpty, Buffer.alloc(240)]), Buffer.alloc(256)])
      expect(readSycreader(answer)).toBeNull()
  })

  it('never yields another card for one wrong byte', () => {
    const right = sycreaderAnswer('0006547886')
    for (let index = 0; index < right.length; index++)
      for (let flip = 1; flip < 256; flip++) {
        const wrong = Buffer.from(right)
        wrong[index] = (wrong[index] ?? 0) ^ flip
        expect(['0006547886', 'garbled', null]).toContain(numberOf(readSycreader(wrong)))
      }
  })
})

describe('magnetic stripe reader', () => {
  it.each([
    ['the second track', ['%B0004829731^GUEST/A^2612?', ';0004829731=2612?', ''], '0004829731'],
    ['the first track alone', ['%0004829731?', '', ''], '0004829731'],
    ['the third track alone', ['', '', '+0004829731?'], '0004829731'],
  ])('reads %s', (_name, tracks, number) => {
    const report = msrReport(tracks)
    expect(report).toHaveLength(MSR_BYTES)
    expect(readMsr(report)).toEqual({ kind: 'text', text: number })
  })

  it('distinguishes an empty stripe from an unreadable one, and ignores unreadable tracks', () => {
    expect(readMsr(msrReport(['', '', '']))).toEqual({ kind: 'empty' })
    expect(readMsr(msrReport(['%E?', ';E?', ''], [1, 1, 0]))).toEqual({ kind: 'garbled' })
    expect(readMsr(msrReport(['%B0004829731^A?', ';0004829999?', ''], [0, 1, 0]))).toEqual({
      kind: 'text',
      text: '0004829731',
    })
    expect(readMsr(msrReport(['', ';0004829731?', '']).subarray(0, 64))).toEqual({ kind: 'garbled' })
  })
})

describe('PC/SC', () => {
  it('reads the number of a card only', () => {
    expect(readUid(Buffer.from('5EC0E07A9000', 'hex'))).toMatchObject({ kind: 'card' })
    expect(numberOf(readUid(Buffer.from('045EC0E07A22809000', 'hex')))).toBe('3766100608')
    for (const answer of [
      null,
      Buffer.from('6300', 'hex'),
      Buffer.from('9000', 'hex'),
      Buffer.from('5EC0E07A6A81', 'hex'),
    ])
      expect(readUid(answer)).toEqual({ kind: 'garbled' })
  })
})
