import type { PrinterSettings } from '#shared/ipc/devices.ts'
import { type Bitmap, centred, drawLine, isDrawable } from './bitmap-font.ts'
import { twoColumns, wrap } from './escpos.layout.ts'
import { columnsOf, printable } from './escpos.text.ts'
import type { PrinterCommands } from './printer.commands.ts'
import { commandsOf } from './printer.profiles.ts'

export interface LineStyle {
  align?: 'left' | 'center' | 'right'
  bold?: boolean
  /** Multiple of the normal size, 1 to 8; with `shrink` it is reduced if the text would not fit. */
  scale?: number
  shrink?: boolean
}

export interface RenderedDocument {
  bytes: Buffer
  /** Characters missing in the printer's font, replaced by `□`. */
  missing: string[]
}

const LF = 0x0a
const PLACEHOLDER = '□'

interface Style {
  align: 0 | 1 | 2
  bold: boolean
  scale: number
}

const PLAIN: Style = { align: 0, bold: false, scale: 1 }
const ALIGNS = ['left', 'center', 'right'] as const

/** Builds the bytes of a print job for one printer. Widths are in columns of the normal font. */
export class EscPosDocument {
  readonly columns: number
  readonly #commands: PrinterCommands
  readonly #parts: Uint8Array[]
  readonly #missing = new Set<string>()
  #style = PLAIN

  constructor(
    columns: number,
    printer: Pick<PrinterSettings, 'maker' | 'chinese'> = { maker: 'epson', chinese: true },
  ) {
    this.columns = columns
    this.#commands = commandsOf(printer)
    this.#parts = [this.#commands.begin]
  }

  /** Adds a wrapped paragraph; an empty text is a blank line. */
  text(text: string, style: LineStyle = {}): this {
    const line = this.#printable(text)
    const scale = Math.min(8, Math.max(1, style.shrink ? this.#largest(line, style.scale ?? 1) : (style.scale ?? 1)))
    const align = ALIGNS.indexOf(style.align ?? 'left') as Style['align']
    const wanted = { align: align, bold: style.bold ?? false, scale }
    for (const part of wrap(line, Math.floor(this.columns / scale))) this.#line(part, wanted)
    return this
  }

  /** Adds a label at the left and its value at the right edge. */
  pair(label: string, value: string, style: Pick<LineStyle, 'bold'> = {}): this {
    const wanted = { ...PLAIN, bold: style.bold ?? false }
    for (const line of twoColumns(this.#printable(label), this.#printable(value), this.columns))
      this.#line(line, wanted)
    return this
  }

  rule(): this {
    this.#line('-'.repeat(this.columns), PLAIN)
    return this
  }

  feed(lines = 1): this {
    this.#parts.push(new Uint8Array(lines).fill(LF))
    return this
  }

  /** Adds a QR code rendered by the printer. */
  qr(content: string, dots = 6): this {
    this.#setStyle({ align: 1, bold: false, scale: 1 })
    this.#parts.push(this.#commands.qr(content, dots))
    return this.#newLine()
  }

  /** Adds a centred image of at most the paper's width. */
  picture(dots: Bitmap): this {
    this.#setStyle(PLAIN)
    this.#parts.push(this.#commands.image(centred(dots, this.columns)))
    return this
  }

  /** Ends a paper within the job: feeds to the cutter and cuts, or feeds to the tear bar. */
  divide(cut: boolean): this {
    this.#setStyle(PLAIN)
    if (cut) this.#parts.push(this.#commands.cut)
    else this.feed(4)
    return this
  }

  /** Ends the last paper of the job. */
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
    const longest = Math.max(...line.split('\n').map(columnsOf))
    while (scale > 1 && longest * scale > this.columns) scale--
    return scale
  }

  #setStyle(next: Style): void {
    const { align, bold, size } = this.#commands
    if (next.align !== this.#style.align) this.#parts.push(align(next.align))
    if (next.bold !== this.#style.bold) this.#parts.push(bold(next.bold))
    if (next.scale !== this.#style.scale && size) this.#parts.push(size(next.scale))
    this.#style = next
  }

  #line(line: string, style: Style): void {
    const { text, size } = this.#commands
    const letters = text(line)
    if (letters !== null && (size !== null || style.scale === 1)) {
      this.#setStyle(style)
      this.#parts.push(letters)
      this.#newLine()
    } else this.#draw(line, style)
  }

  /** The image spans the paper, so that alignment does not depend on the printer. */
  #draw(line: string, { align, bold, scale }: Style): void {
    const drawable = this.#drawable(line)
    this.#setStyle(PLAIN)
    this.#parts.push(this.#commands.image(drawLine(drawable, this.columns, { align: ALIGNS[align], bold, scale })))
  }

  #drawable(line: string): string {
    return [...line]
      .map((char) => {
        if (isDrawable(char)) return char
        if (char !== PLACEHOLDER) this.#missing.add(char)
        return PLACEHOLDER
      })
      .join('')
  }

  #newLine(): this {
    this.#parts.push(Uint8Array.of(LF))
    return this
  }
}
