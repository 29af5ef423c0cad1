import type { Bitmap } from './bitmap-font.ts'

/** Commands of a printer. Null: not supported; the document uses a fallback or omits it. */
export interface PrinterCommands {
  /** Puts the printer into a known state. */
  begin: Uint8Array
  cut: Uint8Array
  align(alignment: 0 | 1 | 2): Uint8Array
  bold(on: boolean): Uint8Array
  /** Selects a multiple of the normal text size. */
  size: ((scale: number) => Uint8Array) | null
  /** Encodes a printable line without its end; null if the font lacks a character. */
  text(line: string): Uint8Array | null
  /** An image over the whole width of the paper; starts and ends at the left edge. */
  image(dots: Bitmap): Uint8Array
  qr(content: string, dots: number): Uint8Array
  drawer(pin: 2 | 5): Uint8Array
}

/** The pulse that opens the drawer (`ESC p m t1 t2`, times of 2 ms): 50 ms on, 500 ms off, on pin 2 or pin 5. */
export const drawerKick = (pin: 2 | 5 = 2): Buffer => Buffer.from([0x1b, 0x70, pin === 2 ? 0 : 1, 25, 250])
