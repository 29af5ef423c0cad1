import { eventOf, type FrameEvent, garbled, xorOf } from './frames.ts'

/** Report 1 of a Sycreader contains a command and is always 256 bytes long. */
const COMMAND_BYTES = 256
/** Status in report 2 while a card is present. */
const ANSWER_BYTES = 19
/** Length: a status byte, a manufacturer byte and four bytes of the number. */
const NUMBER_LENGTH = 6
export const SYCREADER_REPORT = 2
export const SYCREADER_ANSWER_MAX = 256

/** Command that polls a Sycreader: `AA 00 03 25 00 00 26 BB`, where 26 is the XOR of the bytes between the marks. */
export function sycreaderQuery(): Uint8Array {
  const report = new Uint8Array(COMMAND_BYTES)
  report.set([0x01, 0, 0, 0, 0, 0, 0x08, 0])
  report.set([0xaa, 0x00, 0x03, 0x25, 0x00, 0x00, 0x26, 0xbb], 8)
  return report
}

/**
 * Decodes an answer of a Sycreader; null without a card. The report length varies by system: its
 * length byte says whether it contains a number.
 */
export function readSycreader(answer: ArrayLike<number>): FrameEvent | null {
  const bytes = Array.from(answer)
  if (bytes.length < ANSWER_BYTES || bytes[10] !== NUMBER_LENGTH) return null
  return xorOf(bytes.slice(10, 17)) === bytes[17] ? eventOf(bytes.slice(13, 17)) : garbled
}

const TRACKS = 3
const TRACK_BYTES = 110
/** Offset of the first track in a report. */
const TRACKS_AT = 7
/** Length of a report of a magnetic stripe reader (MSR). */
export const MSR_BYTES = TRACKS_AT + TRACKS * TRACK_BYTES

const TRACK_ONE = /^%[A-Z]?([^?^]*)(?:\^[^?]*)?\?$/i
const TRACK_TWO = /^[;+]([^?=]*)(?:=[^?]*)?\?$/

/** Returns the number on a track without sentinels and trailing fields; null if there is none. */
function numberOn(track: string): string | null {
  const found = TRACK_TWO.exec(track)?.[1] ?? TRACK_ONE.exec(track)?.[1] ?? ''
  return found.trim() === '' ? null : found.trim()
}

/**
 * Decodes a report of a magnetic stripe reader: status and length of three tracks, card type, tracks. The
 * second track has priority, because it contains digits only.
 */
export function readMsr(report: ArrayLike<number>): FrameEvent {
  const bytes = Array.from(report)
  if (bytes.length !== MSR_BYTES) return garbled
  const tracks = Array.from({ length: TRACKS }, (_, index) => {
    const at = TRACKS_AT + index * TRACK_BYTES
    const length = bytes[TRACKS + index] ?? 0
    return {
      isGood: bytes[index] === 0 && length <= TRACK_BYTES,
      length,
      text: String.fromCharCode(...bytes.slice(at, at + Math.min(length, TRACK_BYTES))),
    }
  })
  const [first, second, third] = tracks
  for (const track of [second, first, third]) {
    const number = track?.isGood ? numberOn(track.text) : null
    if (number !== null) return { kind: 'text', text: number }
  }
  return tracks.every(({ isGood }) => isGood) ? { kind: 'empty' } : garbled
}
