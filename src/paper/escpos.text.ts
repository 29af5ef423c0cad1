import iconv from 'iconv-lite'

/** Text that the printer's font has, and what it had to give up: `□` stands where a character is missing. */
export interface PrintableText {
  text: string
  /** The characters that were replaced, each once, in the order they came. */
  missing: string[]
}

const PLACEHOLDER = '□'
const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' })

// What a printer's GB18030 font really holds is GBK: two bytes, and no private-use character, which other decoders read
// as something else.
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
 * Brings any text to the characters that the printer has; line ends stay. Control characters are dropped, so that no
 * name can carry a printer command.
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
    // A letter whose accent or selector the font lacks is still readable without it.
    const [base = ''] = visible
    result += isPrintable(base) && base !== '\n' ? base : PLACEHOLDER
  }
  return { text: result, missing: [...missing] }
}

/** Columns a printable text takes at the normal size: one for ASCII, two for everything from the Chinese font. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const char of text) columns += isAscii(char) ? 1 : 2
  return columns
}

const chineseOn = Buffer.from([0x1c, 0x26])
const chineseOff = Buffer.from([0x1c, 0x2e])

/** The bytes of one printable line: ASCII as it is, every other run in GB18030 between `FS &` and `FS .`. */
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
