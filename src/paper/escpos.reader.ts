import { type CommandTable, key, ourCommands } from './epson.reader.ts'
import { type DecodedImage, pictures } from './escpos.pictures.ts'
import { type DecodedTicket, emptyTicket, type OpenLine, readGb18030, readLines } from './escpos.ticket.ts'

export interface ReaderOptions {
  /** Commands of another make, instead of Epson's. */
  commands?: CommandTable
  /** Additional commands of another encoder; they take precedence. */
  also?: CommandTable
  /** Accepts ASCII between `FS &` and `FS .`, as printers do; our encoder never sends it. */
  asciiInChinese?: boolean
  /** Alternative GB18030 decoder. */
  readText?: (bytes: Uint8Array) => string
}

export interface Seen {
  name: string
  parameters: Uint8Array
}

const introducers = new Set([0x10, 0x1b, 0x1c, 0x1d])

/**
 * Decodes ESC/POS strictly: throws with the offset for an unknown command, a parameter out of range, a control byte in text, half
 * a character, or a QR code with a wrong length. Accepts input in chunks.
 */
export class EscPosReader {
  readonly #options: ReaderOptions
  #rest: Uint8Array = new Uint8Array()
  #offset = 0
  #chinese = false
  #style = { bold: false, size: 0, align: 0 }
  #line: OpenLine | null = null
  #lines: OpenLine[] = []
  #ticket = emptyTicket()
  #qr = { stored: null as Uint8Array | null, model: false, size: false, level: false, dots: 6 }

  constructor(options: ReaderOptions = {}) {
    this.#options = options
  }

  /** Adds received bytes and returns the completed commands. */
  push(bytes: Uint8Array): Seen[] {
    const all = Buffer.concat([this.#rest, bytes])
    const seen: Seen[] = []
    let at = 0
    while (at < all.length) {
      const taken = introducers.has(all[at] as number) ? this.#command(all, at, seen) : this.#text(all, at)
      if (taken === 0) break
      at += taken
      this.#ticket.bytes += taken
    }
    this.#offset += at
    this.#rest = all.subarray(at)
    return seen
  }

  /** Whether any visible output or drawer pulse came since the last `finish`. */
  get hasContent(): boolean {
    const { lines, cuts, drawerKicks, qr } = this.#ticket
    return this.#lines.length + lines.length + cuts + drawerKicks.length + qr.length > 0 || this.#line !== null
  }

  /** Ends the job; throws for an incomplete command. */
  finish(): DecodedTicket {
    if (this.#rest.length > 0) this.#fail(0, `the stream ends inside a command or character`)
    if (this.#chinese && !this.#options.asciiInChinese) this.#fail(0, 'the job ends inside a Chinese run')
    if (this.#line !== null) this.#fail(0, 'the last line has no line end')
    return this.#take()
  }

  /** Returns the content so far, for interrupted connections. */
  abandon(): DecodedTicket {
    if (this.#line !== null) this.#endLine(this.#line)
    this.#line = null
    this.#rest = new Uint8Array()
    this.#chinese = false
    return this.#take()
  }

  #take(): DecodedTicket {
    const ticket = { ...this.#ticket, lines: readLines(this.#lines, this.#options.readText ?? readGb18030) }
    this.#ticket = emptyTicket()
    this.#lines = []
    return ticket
  }

  #fail(at: number, why: string): never {
    throw new Error(`ESC/POS at offset ${this.#offset + at}: ${why}`)
  }

  #command(all: Buffer, at: number, seen: Seen[]): number {
    if (all.length < at + 3) {
      const two = all.length >= at + 2 ? this.#find(all, at, 2) : null
      if (two === null || two.length(all, at) !== 2) return 0
    }
    const named = this.#find(all, at, 3) ? 3 : 2
    const command = this.#find(all, at, named)
    if (command === null) return this.#fail(at, `unknown command ${key(...all.subarray(at, at + 3))}`)
    const length = command.length(all, at)
    if (length === null || all.length < at + length) return 0
    const parameters = all.subarray(at + named, at + length)
    if (command.allows?.(parameters) === false) this.#fail(at, `${command.name} with ${key(...parameters)}`)
    this.#apply(command.name, parameters, at)
    this.#ticket.commands.push(command.name)
    seen.push({ name: command.name, parameters })
    return length
  }

  #find(all: Buffer, at: number, bytes: number) {
    const name = key(...all.subarray(at, at + bytes))
    return this.#options.also?.get(name) ?? (this.#options.commands ?? ourCommands).get(name) ?? null
  }

  #apply(name: string, parameters: Uint8Array, at: number): void {
    const [first = 0, on = 0, off = 0] = parameters
    // Printers accept these only at the start of a line.
    if ((name === 'align' || name === 'cut' || name === 'initialize') && this.#line !== null) {
      this.#fail(at, `${name} in the middle of a line`)
    }
    if (this.#chinese && name !== 'chineseOff' && !this.#options.asciiInChinese)
      this.#fail(at, `${name} in a Chinese run`)
    if (name === 'initialize') {
      this.#style = { bold: false, size: 0, align: 0 }
      this.#ticket.initialized++
    } else if (name === 'align') this.#style.align = first & 0x0f
    else if (name === 'boldOn') this.#style.bold = true
    else if (name === 'boldOff') this.#style.bold = false
    else if (name === 'bold') this.#style.bold = (first & 1) === 1
    else if (name === 'size') this.#style.size = first
    else if (name === 'chineseOn') this.#startChinese(at)
    else if (name === 'chineseOff') this.#endChinese(at)
    else if (name === 'cut') this.#cut()
    else if (name === 'drawer')
      this.#ticket.drawerKicks.push({ pin: first === 0 ? 2 : 5, onMs: on * 2, offMs: off * 2 })
    else if (name === 'starDrawer') this.#ticket.drawerKicks.push({ pin: 2, onMs: first * 10, offMs: on * 10 })
    else if (name === 'qr') this.#qrStep(parameters, at)
    else if (name === 'starQr') this.#starQrStep(parameters)
    else if (name in pictures) this.#picture(pictures[name as keyof typeof pictures](parameters), at)
  }

  #starQrStep(parameters: Uint8Array): void {
    const [step, , , low = 0, high = 0] = parameters
    if (step === 0x44) this.#qr.stored = parameters.slice(5, 5 + low + high * 256)
    if (step === 0x50) this.#code(this.#qr.stored ?? new Uint8Array())
  }

  #code(content: Uint8Array): void {
    this.#ticket.qr.push(new TextDecoder('utf-8', { fatal: true }).decode(content))
    this.#ticket.qrDots.push(this.#qr.dots)
    this.#ticket.order.push('code')
  }

  #cut(): void {
    this.#ticket.cuts++
    this.#ticket.order.push('cut')
  }

  #picture(band: DecodedImage, at: number): void {
    if (this.#line !== null) this.#fail(at, 'a picture in the middle of a line')
    this.#ticket.images.push(band)
    this.#ticket.order.push('image')
  }

  #startChinese(at: number): void {
    if (this.#chinese && !this.#options.asciiInChinese) this.#fail(at, 'a Chinese run inside another')
    this.#chinese = true
    this.#ticket.chineseRuns++
  }

  #endChinese(at: number): void {
    if (!this.#chinese && !this.#options.asciiInChinese) this.#fail(at, 'the end of a Chinese run that never began')
    this.#chinese = false
  }

  #qrStep(parameters: Uint8Array, at: number): void {
    const body = parameters.subarray(2)
    const [, step, value = 0] = body
    if (step === 0x41 && body.length === 4 && value === 0x32) this.#qr.model = true
    else if (step === 0x43 && body.length === 3 && value >= 1 && value <= 16) this.#qrSize(value)
    else if (step === 0x45 && body.length === 3 && value >= 0x30 && value <= 0x33) this.#qr.level = true
    else if (step === 0x50 && body.length > 3 && value === 0x30) this.#qr.stored = body.slice(3)
    else if (step === 0x51 && body.length === 3 && value === 0x30) {
      const { stored, model, size, level } = this.#qr
      if (stored === null || !model || !size || !level) this.#fail(at, 'a QR code is printed before it is set up')
      this.#code(stored)
    } else this.#fail(at, `QR step ${key(...body.subarray(0, 4))}`)
  }

  #qrSize(dots: number): void {
    this.#qr.size = true
    this.#qr.dots = dots
  }

  #endLine(line: OpenLine): void {
    this.#lines.push(line)
    this.#ticket.order.push('line')
  }

  #text(all: Buffer, at: number): number {
    const byte = all[at] as number
    if (byte === 0x0a) {
      if (this.#chinese && !this.#options.asciiInChinese) this.#fail(at, 'a line end inside a Chinese run')
      this.#endLine(this.#openLine())
      this.#line = null
      return 1
    }
    const ascii = byte >= 0x20 && byte <= 0x7e
    if (ascii && this.#chinese && !this.#options.asciiInChinese) this.#fail(at, 'ASCII inside a Chinese run')
    if (ascii) return this.#put(false, [byte])
    if (!this.#chinese) this.#fail(at, `byte ${key(byte)} outside a Chinese run`)
    const second = all[at + 1]
    if (byte < 0x81 || byte > 0xfe) this.#fail(at, `byte ${key(byte)} begins no GBK character`)
    if (second === undefined) return 0
    if (second < 0x40 || second === 0x7f || second > 0xfe) this.#fail(at, `${key(byte, second)} is no GBK character`)
    return this.#put(true, [byte, second])
  }

  #put(chinese: boolean, bytes: number[]): number {
    const line = this.#openLine()
    this.#line = line
    const last = line.pieces.at(-1)
    if (last?.chinese === chinese) last.bytes.push(...bytes)
    else line.pieces.push({ chinese, bytes })
    line.columns += bytes.length * ((this.#style.size >> 4) + 1)
    return bytes.length
  }

  #openLine(): OpenLine {
    return this.#line ?? { pieces: [], ...this.#style, columns: 0 }
  }
}
