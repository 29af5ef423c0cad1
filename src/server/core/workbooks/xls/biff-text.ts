import { MAX_TEXT } from '#server/core/workbooks/excel.rows.ts'
import type { Pace } from '#server/core/workbooks/excel.work.ts'

const WIDE = 1
const EXTENDED = 4
const RICH = 8
/** Strings that are read before other calls may get a turn. */
const STRINGS_AT_ONCE = 500

/** A string within one record: its length, its encoding flag, its characters. */
export function biffText(data: Buffer, at: number): string {
  const length = data.readUInt16LE(at)
  const flags = data.readUInt8(at + 2)
  const from = at + 3 + (flags & RICH ? 2 : 0) + (flags & EXTENDED ? 4 : 0)
  return charactersOf(data, from, Math.min(length, MAX_TEXT), flags)
}

const charactersOf = (data: Buffer, from: number, length: number, flags: number): string =>
  flags & WIDE ? data.toString('utf16le', from, from + length * 2) : data.toString('latin1', from, from + length)

/**
 * The shared strings of a workbook: one record and its continuation records. A string that continues in the next record has an
 * encoding flag there again, because one record may use one byte per character and the next one two. Each is trimmed once, because
 * thousands of cells may share a long one.
 */
export async function biffStrings(parts: readonly Buffer[], pace: Pace): Promise<string[]> {
  const [first] = parts
  if (!first || first.length < 8) return []
  const reader = partsReader(parts, 8)
  const count = first.readUInt32LE(4)
  const strings: string[] = []
  // The declared number of strings is not trusted; the bytes of the records limit it.
  while (strings.length < count && !reader.atEnd()) {
    strings.push(reader.text().trim())
    if (strings.length % STRINGS_AT_ONCE === 0) await pace()
  }
  return strings
}

function partsReader(parts: readonly Buffer[], start: number) {
  let index = 0
  let at = start
  const part = (): Buffer => parts[index] ?? Buffer.alloc(0)
  const toNextPart = (): boolean => {
    at = 0
    return ++index < parts.length
  }
  const left = (): number => part().length - at

  /** Skips bytes. */
  function skip(bytes: number): void {
    for (let rest = bytes; rest > 0; ) {
      const step = Math.min(rest, left())
      at += step
      rest -= step
      if (rest > 0 && !toNextPart()) return
    }
  }

  function characters(length: number, flagsOfFirst: number): string {
    let flags = flagsOfFirst
    let text = ''
    for (let rest = length; rest > 0; ) {
      const width = flags & WIDE ? 2 : 1
      const step = Math.min(rest, Math.floor(left() / width))
      if (text.length < MAX_TEXT) text += charactersOf(part(), at, step, flags)
      at += step * width
      rest -= step
      if (rest === 0) break
      if (!toNextPart()) break
      flags = left() > 0 ? part().readUInt8(at++) : 0
    }
    return text.slice(0, MAX_TEXT)
  }

  return {
    atEnd(): boolean {
      while (index < parts.length && left() <= 0) toNextPart()
      return index >= parts.length
    },
    text(): string {
      if (left() < 3) throw new Error('A text of the workbook breaks off')
      const length = part().readUInt16LE(at)
      const flags = part().readUInt8(at + 2)
      at += 3
      const runs = flags & RICH ? part().readUInt16LE(at) : 0
      at += flags & RICH ? 2 : 0
      const extension = flags & EXTENDED ? part().readUInt32LE(at) : 0
      at += flags & EXTENDED ? 4 : 0
      const text = characters(length, flags)
      skip(runs * 4 + extension)
      return text
    },
  }
}
