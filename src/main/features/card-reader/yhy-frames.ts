import { eventOf, type FrameEvent, type FrameParser, garbled, noiseMeter, xorOf } from './frames.ts'

const HEAD_FIRST = 0xaa
const HEAD_SECOND = 0xbb
const AUTO_SCAN = 0x20
const AUTO_READ = 0x51
/** The length byte counts itself, the command and the data: four bytes of number, or a whole block 0. */
const lengths: Record<number, number> = { [AUTO_SCAN]: 0x06, [AUTO_READ]: 0x12 }
/** A failed command is answered with its complement and without data. */
const failures = new Set([0xff - AUTO_SCAN, 0xff - AUTO_READ])

/** Decodes a frame without its header; answers to other commands yield no event. */
function read(frame: readonly number[]): FrameEvent[] {
  const [length, command = 0] = frame
  if (xorOf(frame) !== 0) return [garbled]
  const data = frame.slice(2, -1)
  const expected = lengths[command]
  if (expected === undefined) return length === 2 && failures.has(command) ? [{ kind: 'empty' }] : []
  if (expected !== length) return [garbled]
  // Block 0 of a card contains a check byte after the number.
  if (command === AUTO_READ && xorOf(data.slice(0, 5)) !== 0) return [garbled]
  return [eventOf(data.slice(0, 4))]
}

/**
 * A 00 after another byte of the number may be the stuffing of a misread AA; the true frame would be a
 * byte longer. Only the following bytes can tell.
 */
const isDoubtful = (frame: readonly number[]): boolean => frame.slice(3, 7).includes(0x00)

const MAX_LENGTH = 0x20

/** Ehuoyan YHY: `AA BB LEN CMD DATA… XOR`; a 00 is stuffed after each AA in the frame and not counted. */
export function yhyParser(): FrameParser {
  const noise = noiseMeter()
  /** Bytes after the header, without stuffing; null outside a frame. */
  let frame: number[] | null = null
  /** An AA was received: the next byte decides whether it starts a header. */
  let escaped = false
  let held: FrameEvent[] = []

  function release(): FrameEvent[] {
    const events = held
    held = []
    return events
  }

  function fail(): FrameEvent[] {
    frame = null
    noise.begin()
    return [garbled]
  }

  function take(byte: number): FrameEvent[] {
    if (!frame) return noise.hear(byte)
    frame.push(byte)
    const length = frame[0] ?? 0
    if (length < 2 || length > MAX_LENGTH) return fail()
    if (frame.length <= length) return []
    const complete = frame
    frame = null
    const events = read(complete)
    noise.end()
    if (events.includes(garbled)) return fail()
    if (!isDoubtful(complete)) return events
    held = events
    return []
  }

  function step(byte: number): FrameEvent[] {
    if (escaped) {
      escaped = false
      if (byte === HEAD_SECOND) {
        const events = frame ? [garbled] : release()
        frame = []
        noise.end()
        return events
      }
      if (byte === 0x00 && frame) return take(HEAD_FIRST)
      const events = frame ? fail() : [...release().map(() => garbled), ...noise.hear(HEAD_FIRST)]
      return [...events, ...step(byte)]
    }
    if (byte === HEAD_FIRST) {
      escaped = true
      return []
    }
    // A byte after an ambiguous frame: it was a longer, faulty frame.
    if (held.length > 0) {
      held = []
      return fail()
    }
    return take(byte)
  }

  return {
    push: (bytes) => Array.from(bytes).flatMap(step),
    quiet() {
      const events = frame || escaped ? [garbled] : release()
      frame = null
      escaped = false
      held = []
      noise.end()
      return events
    },
    get partial() {
      return frame !== null || escaped || held.length > 0
    },
  }
}
