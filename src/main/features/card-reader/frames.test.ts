import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardNumberOfBytes } from '#shared/features/scans/index.ts'
import type { ReaderProtocol } from '#shared/ipc/devices.ts'
import {
  em18Frame,
  rdm6300Frame,
  stxLenFrame,
  stxLenMifareFrame,
  yhyBlockFrame,
  yhyFrame,
} from '#tests/support/serial/frame-builders.ts'
import type { FrameEvent } from './frames.ts'
import { parserOf } from './protocols.ts'

const say = (event: FrameEvent) =>
  event.kind === 'card' ? (cardNumberOfBytes(event.uid, 'decimal10') ?? '?') : event.kind

/** Events of a protocol for some chunks, with the silence after the last one. */
function hear(protocol: ReaderProtocol, chunks: readonly Uint8Array[]): string[] {
  const parser = parserOf(protocol)
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.quiet()].map(say)
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

const builders: [string, ReaderProtocol, (cardNumber: string) => Buffer][] = [
  ['RDM6300', 'rdm6300', rdm6300Frame],
  ['EM-18', 'em18', em18Frame],
  ['STX LEN', 'stx-len', stxLenFrame],
  ['STX LEN MIFARE', 'stx-len', stxLenMifareFrame],
  ['YHY', 'yhy', yhyFrame],
  ['YHY block', 'yhy', yhyBlockFrame],
]

/** Arbitrary cards, biased to bytes with a special meaning in some protocol. */
const byte = fc.oneof(fc.nat(255), fc.constantFrom(0x00, 0x02, 0x03, 0x09, 0x0a, 0xaa, 0xbb))
const card = fc
  .tuple(byte, byte, byte, byte)
  .map(([a, b, c, d]) => ((a * 256 + b) * 256 + c) * 256 + d)
  .filter((number) => number > 0)
  .map((number) => String(number).padStart(10, '0'))

describe('recorded data of readers', () => {
  it.each<[ReaderProtocol, Buffer, string]>([
    ['em18', Buffer.from('4500C5D1E9B8'), '0012964329'],
    ['rdm6300', Buffer.from('\x02010063E9AE25\x03'), '0006547886'],
    ['rdm6300', Buffer.from('\x02100086F44426\x03'), '0008844356'],
    ['rdm6300', Buffer.from('\x02010063E9AE25\r\n\x03'), '0006547886'],
    ['stx-len', hex('02 0A 02 06 00 8E 6D 5D B0 03'), '0009334109'],
    ['yhy', hex('AA BB 12 51 5E C0 E0 7A 04 88 04 00 47 51 35 56 61 10 28 08 EB'), '1589698682'],
    ['yhy', hex('AA BB 06 20 3D 98 62 01 E0'), '1033396737'],
  ])('%s: %s', (protocol, bytes, number) => {
    expect(hear(protocol, [bytes])).toEqual([number])
  })

  it('agrees with the frame builders of the tests', () => {
    expect(rdm6300Frame('0006547886').toString('latin1')).toBe('\x02010063E9AE25\x03')
    expect(em18Frame('0012964329').toString('latin1')).toBe('4500C5D1E9B8')
    expect(stxLenFrame('0009334109')).toEqual(hex('020A0206008E6D5DB003'))
    expect(yhyBlockFrame('1589698682').subarray(0, 9)).toEqual(hex('AABB12515EC0E07A04'))
  })
})

describe.each(builders)('%s', (_name, protocol, frame) => {
  it('yields the same events for any chunks', () => {
    const noise = fc.uint8Array({ maxLength: 20 })
    const pieces = fc.array(
      fc.oneof(
        card.map((number) => frame(number)),
        noise,
      ),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(80), { maxLength: 12 }), (parts, cuts) => {
        const stream = Buffer.concat(parts)
        const marks = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length]
        const chunks = marks.slice(1).map((end, i) => stream.subarray(marks[i], end))
        expect(hear(protocol, chunks)).toEqual(hear(protocol, [stream]))
      }),
      { numRuns: 300 },
    )
  })

  it('never takes a frame with one wrong byte for another card, with any data after it', () => {
    fc.assert(
      fc.property(card, fc.nat(40), fc.integer({ min: 1, max: 255 }), card, (number, place, flip, next) => {
        const wrong = Buffer.from(frame(number))
        const index = place % wrong.length
        wrong[index] = (wrong[index] ?? 0) ^ flip
        const events = hear(protocol, [wrong, frame(next)])
        expect(events.filter((event) => event !== 'garbled' && event !== number && event !== next)).toEqual([])
      }),
      { numRuns: 3000 },
    )
  })

  it('never takes any single wrong byte of one frame for another card', () => {
    // Includes numbers whose bytes look like marks, stuffing or (0000000013) the check byte of a shorter frame.
    const numbers = ['0006547886', '1589698682', '2863315626', '0000000770', '0000000013', '0570425344']
    for (const number of numbers) {
      const right = frame(number)
      for (let index = 0; index < right.length; index++)
        for (let flip = 1; flip < 256; flip++) {
          const wrong = Buffer.from(right)
          wrong[index] = (wrong[index] ?? 0) ^ flip
          for (const event of hear(protocol, [wrong])) if (event !== 'garbled') expect(event).toBe(number)
        }
    }
  })

  it('reads every card after a wrong one and a silence', () => {
    const parser = parserOf(protocol)
    const wrong = Buffer.from(frame('0006547886'))
    wrong[6] = (wrong[6] ?? 0) ^ 0x01
    expect([...parser.push(wrong), ...parser.quiet()].map(say)).toEqual(['garbled'])
    expect(parser.partial).toBe(false)
    expect([...parser.push(frame('0008844356')), ...parser.quiet()].map(say)).toEqual(['0008844356'])
  })

  it('discards a frame cut off by a silence', () => {
    const parser = parserOf(protocol)
    const whole = frame('0006547886')
    expect(parser.push(whole.subarray(0, 7))).toEqual([])
    expect(parser.partial).toBe(true)
    expect(parser.quiet().map(say)).toEqual(['garbled'])
    expect([...parser.push(whole.subarray(7)), ...parser.quiet()].map(say)).not.toContain('0006547886')
    expect([...parser.push(whole), ...parser.quiet()].map(say)).toEqual(['0006547886'])
  })

  // An EM-18 has no marks: two numbers without a pause are ambiguous.
  if (protocol !== 'em18') {
    it('reads consecutive cards without a pause', () => {
      const cards = ['0006547886', '0008844356', '0012964329', '1589698682']
      expect(hear(protocol, [Buffer.concat(cards.map((number) => frame(number)))])).toEqual(cards)
    })
  }
})

describe('swipes without a number', () => {
  it.each<[string, ReaderProtocol, Buffer]>([
    ['RDM6300', 'rdm6300', rdm6300Frame('0', '00')],
    ['EM-18', 'em18', em18Frame('0', '00')],
    ['STX LEN', 'stx-len', stxLenFrame('0', '00')],
    ['YHY that could not read the card', 'yhy', hex('AA BB 02 AE AC')],
    ['YHY', 'yhy', yhyFrame('0')],
  ])('%s', (_name, protocol, frame) => {
    expect(hear(protocol, [frame])).toEqual(['empty'])
  })

  it('are distinguished from answers to other commands', () => {
    expect(hear('yhy', [hex('AA BB 02 04 06')])).toEqual([])
  })
})

it('of half an EM-18 number before a whole one is not read as another card with a valid checksum', () => {
  const frame = em18Frame('0012964329')
  const half = frame.subarray(0, 6)
  expect(hear('em18', [half, frame])).toEqual(['garbled'])
  expect(hear('em18', [frame, half])).toEqual(['garbled'])
  expect(hear('em18', [Buffer.concat([half, frame])])).toEqual(['garbled'])
})

describe('noise', () => {
  it.each<[ReaderProtocol, (cardNumber: string) => Buffer]>([
    ['rdm6300', rdm6300Frame],
    ['stx-len', stxLenFrame],
    ['yhy', yhyFrame],
  ])('in front of a %s frame does not hide it, and counts once', (protocol, frame) => {
    const noise = hex('FF FE 31 99 80 FF')
    expect(hear(protocol, [noise, frame('0006547886')])).toEqual(['garbled', '0006547886'])
    expect(hear(protocol, [hex('0D 0A'), frame('0006547886'), hex('0D 0A')])).toEqual(['0006547886'])
  })

  it('of a line break after an EM-18 number is expected', () => {
    expect(hear('em18', [em18Frame('0006547886'), hex('0D 0A')])).toEqual(['0006547886'])
    const parser = parserOf('em18')
    for (const number of ['0006547886', '0008844356']) {
      expect([...parser.push(em18Frame(number)), ...parser.push(hex('0D 0A')), ...parser.quiet()].map(say)).toEqual([
        number,
      ])
    }
  })

  it('with a false start does not hide the frame after it', () => {
    expect(hear('stx-len', [hex('02 0A 02'), stxLenFrame('0006547886')])).toEqual(['garbled', '0006547886'])
    expect(hear('rdm6300', [Buffer.from('\x020100'), rdm6300Frame('0006547886')])).toEqual(['garbled', '0006547886'])
    expect(hear('yhy', [hex('AA BB 06 20 11'), yhyFrame('0006547886')])).toEqual(['garbled', '0006547886'])
  })
})
