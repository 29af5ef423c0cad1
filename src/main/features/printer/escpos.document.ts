import { twoColumns, wrap } from './escpos.layout.ts'
import { columnsOf, encodeText, printable } from './escpos.text.ts'

export interface LineStyle {
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  /** Times the normal width and height, 1 to 8; a number that would not fit is made smaller where `shrink` is set. */
  scale?: number
  shrink?: boolean
}

export interface RenderedDocument {
  bytes: Buffer
  /** Characters that the printer's font lacks; `□` was printed for them. */
  missing: string[]
}

const ESC = 0x1b
const GS = 0x1d
const LF = 0x0a

/** Builds the bytes of one print job. Widths are columns of the paper at the normal font. */
export class EscPosDocument {
  readonly columns: number
  // ESC @ puts the printer into a known state; GS a 0 stops it from sending status by itself, which a job's answers
  // would be mistaken for.
  readonly #parts: Uint8Array[] = [Uint8Array.of(ESC, 0x40, GS, 0x61, 0)]
  readonly #missing = new Set<string>()
  #style = { align: 0, bold: 0, size: 0 }

  constructor(columns: number) {
    this.columns = columns
  }

  /** One paragraph, wrapped; an empty text is a blank line. */
  text(text: string, style: LineStyle = {}): this {
    const line = this.#printable(text)
    const scale = Math.min(8, Math.max(1, style.shrink ? this.#largest(line, style.scale ?? 1) : (style.scale ?? 1)))
    this.#setStyle(style, scale)
    for (const part of wrap(line, Math.floor(this.columns / scale))) this.#line(part)
    return this
  }

  /** A label and its value on the two edges of the paper. */
  pair(label: string, value: string, style: Pick<LineStyle, 'bold'> = {}): this {
    this.#setStyle(style, 1)
    for (const line of twoColumns(this.#printable(label), this.#printable(value), this.columns)) this.#line(line)
    return this
  }

  rule(): this {
    this.#setStyle({}, 1)
    this.#line('-'.repeat(this.columns))
    return this
  }

  feed(lines = 1): this {
    this.#parts.push(new Uint8Array(lines).fill(LF))
    return this
  }

  /** A QR code that the printer draws itself; its length field counts bytes, not characters. */
  qr(content: string, dots = 6): this {
    this.#setStyle({ align: 'center' }, 1)
    const data = Buffer.from(content, 'utf8')
    const store = data.length + 3
    this.#parts.push(
      Uint8Array.of(GS, 0x28, 0x6b, 4, 0, 0x31, 0x41, 0x32, 0),
      Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x43, dots),
      Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x45, 0x31),
      Uint8Array.of(GS, 0x28, 0x6b, store & 0xff, store >> 8, 0x31, 0x50, 0x30),
      data,
      Uint8Array.of(GS, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30),
    )
    return this.#newLine()
  }

  /** Feeds the last line past the cutter and cuts, or only feeds it to the tear bar; what follows is another paper of the same job. */
  divide(cut: boolean): this {
    this.#setStyle({}, 1)
    if (cut) this.#parts.push(Uint8Array.of(GS, 0x56, 66, 0))
    else this.feed(4)
    return this
  }

  /** The end of the job's last paper. */
  end(cut: boolean): RenderedDocument {
    this.divide(cut)
    return { bytes: Buffer.concat(this.#parts), missing: [...this.#missing] }
  }

  #printable(text: string): string {
    const { text: line, missing } = printable(text)
    for (const char of missing) this.#missing.add(char)
    return line
  }

  #largest(line: string, wanted: number): number {
    let scale = wanted
    while (scale > 1 && columnsOf(line) * scale > this.columns) scale--
    return scale
  }

  #setStyle({ align = 'left', bold = false }: LineStyle, scale: number): void {
    const next = { align: ['left', 'center', 'right'].indexOf(align), bold: bold ? 1 : 0, size: (scale - 1) * 0x11 }
    if (next.align !== this.#style.align) this.#parts.push(Uint8Array.of(ESC, 0x61, next.align))
    if (next.bold !== this.#style.bold) this.#parts.push(Uint8Array.of(ESC, 0x45, next.bold))
    if (next.size !== this.#style.size) this.#parts.push(Uint8Array.of(GS, 0x21, next.size))
    this.#style = next
  }

  #line(text: string): void {
    this.#parts.push(encodeText(text))
    this.#newLine()
  }

  #newLine(): this {
    this.#parts.push(Uint8Array.of(LF))
    return this
  }
}

/** The pulse that opens the drawer (`ESC p m t1 t2`, times of 2 ms): 50 ms on, 500 ms off, on pin 2 or pin 5. */
export const drawerKick = (pin: 2 | 5 = 2): Buffer => Buffer.from([ESC, 0x70, pin === 2 ? 0 : 1, 25, 250])
