import iconv from 'iconv-lite'
import type { DecodedImage } from './escpos.pictures.ts'

export interface DecodedLine {
  text: string
  bold: boolean
  /** Multiple of the normal size. */
  width: number
  height: number
  doubleWidth: boolean
  doubleHeight: boolean
  align: 'left' | 'center' | 'right'
  /** Width of the line in columns of the normal size. */
  columns: number
}

/** The decoded content of a print job. */
export interface DecodedTicket {
  lines: DecodedLine[]
  /** The content of each QR code. */
  qr: string[]
  /** Module size of each code. */
  qrDots: number[]
  /** Drawn images; consecutive bands form one image. */
  images: DecodedImage[]
  cuts: number
  drawerKicks: { pin: 2 | 5; onMs: number; offMs: number }[]
  initialized: number
  /** Runs of Chinese text, each between `FS &` and `FS .`. */
  chineseRuns: number
  commands: string[]
  bytes: number
  /** Order of lines, codes, images and cuts; each refers to the next of its kind. */
  order: ('line' | 'code' | 'image' | 'cut')[]
}

/** A line with its undecoded bytes. */
export interface OpenLine {
  pieces: { chinese: boolean; bytes: number[] }[]
  bold: boolean
  size: number
  align: number
  columns: number
}

const ALIGNS = ['left', 'center', 'right'] as const

/** Returns an empty job. */
export const emptyTicket = (): DecodedTicket => ({
  lines: [],
  qr: [],
  qrDots: [],
  images: [],
  cuts: 0,
  drawerKicks: [],
  initialized: 0,
  chineseRuns: 0,
  commands: [],
  bytes: 0,
  order: [],
})

/** Decodes text with this program's encoding. */
export const readGb18030 = (bytes: Uint8Array): string => iconv.decode(Buffer.from(bytes), 'gb18030')

/** Returns the lines with decoded text. */
export function readLines(lines: OpenLine[], readText: (bytes: Uint8Array) => string): DecodedLine[] {
  const bytes = Buffer.from(lines.flatMap((line) => [...line.pieces.flatMap((piece) => piece.bytes), 0x0a]))
  const text = bytes.every((byte) => byte < 0x80) ? bytes.toString('latin1') : readText(bytes)
  const texts = text.split('\n')
  return lines.map((line, index) => {
    const width = (line.size >> 4) + 1
    const height = (line.size & 7) + 1
    const align = ALIGNS[line.align] ?? 'left'
    const { bold, columns } = line
    const doubles = { doubleWidth: width >= 2, doubleHeight: height >= 2 }
    return { text: texts[index] ?? '', bold, width, height, ...doubles, align, columns }
  })
}
