import type { Bitmap } from './bitmap-font.ts'

/** What a printer calls things. Null: it has no such command, and the document finds another way or goes without. */
export interface PrinterCommands {
  /** Puts the printer into a known state. */
  begin: Uint8Array
  cut: Uint8Array
  align(place: 0 | 1 | 2): Uint8Array
  bold(on: boolean): Uint8Array
  /** Letters so many times the normal width and height. */
  size: ((scale: number) => Uint8Array) | null
  /** The bytes of a printable line, without its end; null where the printer's font lacks some of it. */
  text(line: string): Uint8Array | null
  /** Dots over the whole width of the paper, beginning and ending at the left edge. */
  image(dots: Bitmap): Uint8Array
  qr(content: string, dots: number): Uint8Array
  drawer(pin: 2 | 5): Uint8Array
}

/** The pulse that opens the drawer (`ESC p m t1 t2`, times of 2 ms): 50 ms on, 500 ms off, on pin 2 or pin 5. */
export const drawerKick = (pin: 2 | 5 = 2): Buffer => Buffer.from([0x1b, 0x70, pin === 2 ? 0 : 1, 25, 250])
