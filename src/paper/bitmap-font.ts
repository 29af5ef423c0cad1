import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { resource } from './resources.ts'

/** A one-bit image as wide as the paper; set bits are black, most significant bit leftmost. */
export interface Bitmap {
  /** Width in dots, a multiple of 8. */
  width: number
  height: number
  bits: Uint8Array
}

const ASCII = 95
const ASCII_BYTES = 48
const WIDE_BYTES = 72
const PLACEHOLDER = '□'

/** Height of characters in dots; ASCII characters are half as wide. */
const HEIGHT = 24

interface Font {
  bytes: Buffer
  /** Offset of each non-ASCII glyph. */
  places: Map<string, number>
}

let loaded: Font | null = null

/** The font made by `scripts/printer-font.mjs`, loaded at the first use. */
function font(): Font {
  if (loaded) return loaded
  const bytes = brotliDecompressSync(readFileSync(resource('fonts/printer-24.font.br')))
  const count = bytes.readUInt16LE(ASCII * ASCII_BYTES)
  const codes = ASCII * ASCII_BYTES + 2
  const glyphs = codes + count * 2
  const places = new Map<string, number>()
  for (let index = 0; index < count; index++) {
    places.set(String.fromCharCode(bytes.readUInt16LE(codes + index * 2)), glyphs + index * WIDE_BYTES)
  }
  loaded = { bytes, places }
  return loaded
}

const isAscii = (char: string): boolean => char >= ' ' && char <= '~'

/** Whether the font has a non-ASCII character. */
export const isDrawable = (char: string): boolean => isAscii(char) || font().places.has(char)

export interface DrawnStyle {
  align: 'left' | 'center' | 'right'
  bold: boolean
  scale: number
}

/** Centres an image on paper of `columns` columns. */
export function centred({ width, height, bits }: Bitmap, columns: number): Bitmap {
  const [from, stride] = [width / 8, Math.ceil((columns * 12) / 8)]
  const margin = Math.floor((stride - from) / 2)
  const all = new Uint8Array(stride * height)
  for (let row = 0; row < height; row++) all.set(bits.subarray(row * from, (row + 1) * from), row * stride + margin)
  return { width: stride * 8, height, bits: all }
}

/** Draws one line for paper of `columns` columns, each twelve dots wide. Missing characters become a box. */
export function drawLine(text: string, columns: number, { align, bold, scale }: DrawnStyle): Bitmap {
  const { bytes, places } = font()
  const chars = [...text]
  const widthOf = (char: string): number => (isAscii(char) ? 12 : 24)
  const taken = chars.reduce((sum, char) => sum + widthOf(char), 0) * scale
  const dots = columns * 12
  const stride = Math.ceil(dots / 8)
  const bits = new Uint8Array(stride * HEIGHT * scale)
  let left = align === 'left' ? 0 : Math.max(0, align === 'center' ? Math.floor((dots - taken) / 2) : dots - taken)
  for (const char of chars) {
    const width = widthOf(char)
    const at = isAscii(char)
      ? (char.charCodeAt(0) - 0x20) * ASCII_BYTES
      : (places.get(char) ?? places.get(PLACEHOLDER) ?? 0)
    const rowBytes = width === 12 ? 2 : 3
    const isInk = (x: number, y: number): boolean =>
      ((bytes[at + y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0
    for (let y = 0; y < HEIGHT * scale; y++) {
      for (let x = 0; x < width * scale && left + x < dots; x++) {
        const [column, row] = [Math.floor(x / scale), Math.floor(y / scale)]
        if (!isInk(column, row) && !(bold && column > 0 && isInk(column - 1, row))) continue
        const index = y * stride + ((left + x) >> 3)
        bits[index] = (bits[index] ?? 0) | (0x80 >> ((left + x) & 7))
      }
    }
    left += width * scale
  }
  return { width: stride * 8, height: HEIGHT * scale, bits }
}
