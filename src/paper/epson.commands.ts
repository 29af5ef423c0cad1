import type { Bitmap } from './bitmap-font.ts'
import { encodeText } from './escpos.text.ts'
import { drawerKick, type PrinterCommands } from './printer.commands.ts'

const ESC = 0x1b
const GS = 0x1d

/** Maximum image height per command; printers with little memory stop within higher images. */
const BAND = 24

/** `GS v 0`, in bands. */
function raster({ width, height, bits }: Bitmap): Uint8Array {
  const stride = width / 8
  const parts: Uint8Array[] = []
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    parts.push(Uint8Array.of(GS, 0x76, 0x30, 0, stride & 0xff, stride >> 8, rows, 0))
    parts.push(bits.subarray(top * stride, (top + rows) * stride))
  }
  return Buffer.concat(parts)
}

/** A QR code rendered by the printer; its length field counts bytes, not characters. */
function qr(content: string, dots: number): Uint8Array {
  const data = Buffer.from(content, 'utf8')
  const store = data.length + 3
  return Buffer.concat([
    Uint8Array.of(GS, 0x28, 0x6b, 4, 0, 0x31, 0x41, 0x32, 0),
    Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x43, dots),
    Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x45, 0x31),
    Uint8Array.of(GS, 0x28, 0x6b, store & 0xff, store >> 8, 0x31, 0x50, 0x30),
    data,
    Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30),
  ])
}

const isAscii = (line: string): boolean => /^[ -~]*$/.test(line)

/** Epson and compatible printers; without a Chinese font such lines are drawn as images. */
export const epsonCommands = (hasChinese: boolean): PrinterCommands => ({
  // GS a 0 disables automatic status, which would be mistaken for answers to a job.
  begin: Uint8Array.of(ESC, 0x40, GS, 0x61, 0),
  cut: Uint8Array.of(GS, 0x56, 66, 0),
  align: (alignment) => Uint8Array.of(ESC, 0x61, alignment),
  bold: (on) => Uint8Array.of(ESC, 0x45, on ? 1 : 0),
  size: (scale) => Uint8Array.of(GS, 0x21, (scale - 1) * 0x11),
  text: (line) => (hasChinese || isAscii(line) ? encodeText(line) : null),
  image: raster,
  qr,
  drawer: drawerKick,
})
