import iconv from 'iconv-lite'

/** Printable text, with `□` for each character that the printer's font lacks. */
export interface PrintableText {
  text: string
  /** The replaced characters, each once, in order of appearance. */
  missing: string[]
}

const PLACEHOLDER = '□'
const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' })

// GB18030 fonts of printers contain GBK only: two bytes, without private-use characters, which other decoders read
// differently.
const known = new Map<string, Buffer | null>()

function pairOf(char: string): Buffer | null {
  const found = known.get(char)
  if (found !== undefined) return found
  const bytes = iconv.encode(char, 'gbk')
  const pair = bytes.length === 2 && !/\p{Co}/u.test(char) ? bytes : null
  known.set(char, pair)
  return pair
}

const isAscii = (char: string): boolean => char >= ' ' && char <= '~'
const isPrintable = (char: string): boolean => char === '\n' || isAscii(char) || pairOf(char) !== null

/**
 * Reduces text to characters that the printer has, keeping line ends. Control characters are dropped, so that no
 * name can contain a printer command.
 */
export function printable(text: string): PrintableText {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\t|(?!\u3000)\p{Zs}/gu, ' ')
    .replaceAll('\u00a5', '\uffe5')
    .replace(/(?!\n)\p{Cc}/gu, '')
  const missing = new Set<string>()
  let result = ''
  for (const { segment } of segmenter.segment(plain)) {
    const chars = [...segment]
    if (chars.every(isPrintable)) {
      result += segment
      continue
    }
    const visible = chars.filter((char) => !/\p{Cf}/u.test(char))
    if (visible.length === 0) continue
    if (visible.every(isPrintable)) {
      result += visible.join('')
      continue
    }
    missing.add(segment)
    // A letter is still readable without an accent that the font lacks.
    const [base = ''] = visible
    result += isPrintable(base) && base !== '\n' ? base : PLACEHOLDER
  }
  return { text: result, missing: [...missing] }
}

/** Returns the width in columns at the normal size: one for ASCII, two for the Chinese font. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += isAscii(char) ? 1 : 2
  return columns
}

const chineseOn = Buffer.from([0x1c, 0x26])
const chineseOff = Buffer.from([0x1c, 0x2e])

/** Encodes one printable line: ASCII unchanged, other runs in GB18030 between `FS &` and `FS .`. */
export function encodeText(text: string): Buffer {
  const parts: Buffer[] = []
  let chinese = false
  for (const char of text) {
    const pair = isAscii(char) ? null : pairOf(char)
    if (pair === null && !isAscii(char)) throw new Error(`not printable: U+${char.codePointAt(0)?.toString(16)}`)
    if ((pair !== null) !== chinese) {
      parts.push(chinese ? chineseOff : chineseOn)
      chinese = !chinese
    }
    parts.push(pair ?? Buffer.from(char, 'latin1'))
  }
  if (chinese) parts.push(chineseOff)
  return Buffer.concat(parts)
}
