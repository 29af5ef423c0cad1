/**
 * Event decoded from a reader's bytes: a card by its number as bytes or as printed text, a
 * swipe without a number, or a discarded frame.
 */
export type FrameEvent =
  | { kind: 'card'; uid: Uint8Array }
  | { kind: 'text'; text: string }
  | { kind: 'empty' }
  | { kind: 'garbled' }

/** Decoder of one serial protocol. The events do not depend on how the bytes are split into chunks. */
export interface FrameParser {
  push(bytes: Uint8Array): FrameEvent[]
  /** Call after a silence or disconnect: discards a partial frame. */
  quiet(): FrameEvent[]
  /** Whether a frame has begun. */
  readonly partial: boolean
  /** Whether a complete number waits for silence to be confirmed. */
  readonly complete?: boolean
}

export const garbled: FrameEvent = { kind: 'garbled' }

export const xorOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum ^ byte, 0)

/** Returns a card, or an empty swipe if all bytes of the number are zero. */
export const eventOf = (uid: readonly number[]): FrameEvent =>
  uid.every((byte) => byte === 0) ? { kind: 'empty' } : { kind: 'card', uid: Uint8Array.from(uid) }

/** Bytes that readers send between frames and that do not count as noise. */
const isPadding = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x00 || byte === 0x20

/** Counts a run of noise between frames once. */
export function noiseMeter() {
  let inNoise = false
  return {
    hear(byte: number): FrameEvent[] {
      if (inNoise || isPadding(byte)) return []
      inNoise = true
      return [garbled]
    },
    /** The following bytes belong to a fault that is already counted. */
    begin(): void {
      inNoise = true
    },
    end(): void {
      inNoise = false
    },
  }
}

const hexDigit = (byte: number): number | null => {
  const value = Number.parseInt(String.fromCharCode(byte), 16)
  return Number.isNaN(value) ? null : value
}

/** Decodes twelve hex digits: five bytes of a tag and their XOR. */
function tagOf(digits: readonly number[]): FrameEvent {
  const bytes = Array.from({ length: 6 }, (_, i) => (digits[2 * i] ?? 0) * 16 + (digits[2 * i + 1] ?? 0))
  return xorOf(bytes) === 0 ? eventOf(bytes.slice(0, 5)) : garbled
}

const TAG_DIGITS = 12

/** RDM6300 and its relatives: `02 "010063E9AE25" 03`; some put CR and LF before the end mark. */
export function rdm6300Parser(): FrameParser {
  const noise = noiseMeter()
  let digits: number[] | null = null

  function step(byte: number): FrameEvent[] {
    if (byte === 0x02) {
      const events = digits ? [garbled] : []
      digits = []
      noise.end()
      return events
    }
    if (!digits) return noise.hear(byte)
    if (digits.length === TAG_DIGITS) {
      if (byte === 0x0d || byte === 0x0a) return []
      const event = byte === 0x03 ? tagOf(digits) : garbled
      digits = null
      if (byte !== 0x03) noise.begin()
      return [event]
    }
    const digit = hexDigit(byte)
    if (digit !== null) {
      digits.push(digit)
      return []
    }
    digits = null
    noise.begin()
    return [garbled]
  }

  return {
    push: (bytes) => Array.from(bytes).flatMap(step),
    quiet() {
      const events = digits ? [garbled] : []
      digits = null
      noise.end()
      return events
    },
    get partial() {
      return digits !== null
    },
  }
}

/**
 * EM-18: twelve hex digits and no mark at either end.
 *
 * Without marks only silence delimits numbers: half a frame followed by a whole one can yield twelve
 * digits with a valid checksum, of a card that does not exist. A number therefore counts only after a following
 * silence, and after a fault or a line break all data is ignored until a silence.
 */
export function em18Parser(): FrameParser {
  let digits: number[] = []
  let deaf = false
  const noise = noiseMeter()

  function fail(): FrameEvent[] {
    digits = []
    deaf = true
    noise.begin()
    return [garbled]
  }

  function step(byte: number): FrameEvent[] {
    if (deaf) return noise.hear(byte)
    const isBetween = digits.length === 0 || digits.length === TAG_DIGITS
    if (isBetween && isPadding(byte)) {
      deaf = digits.length === 0
      return []
    }
    const digit = hexDigit(byte)
    if (digit === null || digits.length === TAG_DIGITS) return fail()
    digits.push(digit)
    return digits.length === TAG_DIGITS && tagOf(digits).kind === 'garbled' ? fail() : []
  }

  return {
    push: (bytes) => Array.from(bytes).flatMap(step),
    quiet() {
      const events = digits.length === TAG_DIGITS ? [tagOf(digits)] : digits.length > 0 ? [garbled] : []
      digits = []
      deaf = false
      noise.end()
      return events
    },
    get partial() {
      return deaf || digits.length > 0
    },
    get complete() {
      return digits.length === TAG_DIGITS
    },
  }
}

/** Frame length by card type: MIFARE Classic with four number bytes, EM4100 with five. */
const stxLengths: Record<number, number> = { 1: 0x09, 2: 0x0a }

/** `02 LEN TYPE SNR… BCC 03`. Length and type must agree, since either alone could be the one wrong byte. */
export function stxLenParser(): FrameParser {
  const noise = noiseMeter()
  let buffer: number[] = []

  /** Returns the event of a complete frame at the front, or null while it is incomplete. */
  function judge(): { event: FrameEvent; used: number } | null {
    const [, length, type] = buffer
    const bad = { event: garbled, used: 1 }
    if (length === undefined) return null
    if (length !== 0x09 && length !== 0x0a) return bad
    if (type === undefined) return null
    if (stxLengths[type] !== length) return bad
    if (buffer.length < length) return null
    const frame = buffer.slice(1, length - 1)
    const ok = xorOf(frame) === 0 && buffer[length - 1] === 0x03
    return ok ? { event: eventOf(frame.slice(2, -1)), used: length } : bad
  }

  /** A false start discards its first byte only, so that a frame after it is still found. */
  function drain(): FrameEvent[] {
    const events: FrameEvent[] = []
    while (buffer.length > 0) {
      if (buffer[0] !== 0x02) {
        events.push(...noise.hear(buffer.shift() ?? 0))
        continue
      }
      const verdict = judge()
      if (!verdict) break
      buffer = buffer.slice(verdict.used)
      if (verdict.event.kind === 'garbled') events.push(...noise.hear(0x02))
      else {
        noise.end()
        events.push(verdict.event)
      }
    }
    return events
  }

  return {
    push(bytes) {
      return Array.from(bytes).flatMap((byte) => {
        buffer.push(byte)
        return drain()
      })
    },
    quiet() {
      const events = buffer.length > 0 ? noise.hear(0x02) : []
      buffer = []
      noise.end()
      return events
    },
    get partial() {
      return buffer.length > 0
    },
  }
}
