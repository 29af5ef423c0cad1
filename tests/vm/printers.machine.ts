import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { fileTransport } from '#main/features/printer/file.transport.ts'
import { attemptPrint } from '#main/features/printer/print-attempt.ts'
import { PrinterSettings } from '#shared/ipc/devices.ts'
import { decodeTicket } from '#tests/support/escpos/decoder.ts'
import { until } from '#tests/support/until.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import { plugUsb, type UsbDevice } from './usb-gadget.ts'

let terminal: TestTerminal
let printer: UsbDevice
let onCable: Partial<PrinterSettings>
beforeAll(async () => {
  terminal = await startTerminal()
  printer = plugUsb({
    vendor: '0416',
    product: '5011',
    serial: 'POS58-1',
    maker: 'STMicroelectronics',
    name: 'POS58 Printer',
    kind: 'printer',
    // The smallest possible buffer.
    attributes: { pnp_string: 'MFG:POS58;MDL:Thermal;CLS:PRINTER;', q_len: '1' },
  })
  execFileSync('udevadm', ['settle'])
  const printers = await terminal.until(
    () => terminal.handlers.devices.findPrinters({}),
    (found) => found.some(({ transport }) => transport === 'file'),
  )
  const { address = '' } = printers.find(({ transport }) => transport === 'file') ?? {}
  onCable = { transport: 'file', address, columns: 32, baudRate: 921_600 }
  await choosePrinter(onCable)
})
afterAll(async () => {
  await terminal?.close()
  printer.unplug()
})

const LOOK_MS = 5
const [ASKS_STATUS, ASKS_FENCE] = [Buffer.of(0x10, 0x04), Buffer.of(0x1d, 0x72, 0x01)]
const [WELL, OUT_OF_PAPER] = [0x12, 0x7e]

interface Paper {
  /** All bytes received. */
  bytes(): Buffer
  /** `silent` never answers; `out` reports that it has no paper. */
  become(how: 'silent' | 'well' | 'out'): void
  close(): void
}

/** The printer's end of its cable, which the kernel opens once both ends exist. */
async function openPaper(): Promise<Paper> {
  const file = await until(() => openSync('/dev/g_printer0', constants.O_RDWR | constants.O_NONBLOCK))
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(8192)
  let how: 'silent' | 'well' | 'out' = 'silent'
  function hear(chunk: Buffer): void {
    chunks.push(chunk)
    if (how === 'silent') return
    const asked = chunk.subarray(-3, -1).equals(ASKS_STATUS) ? chunk.at(-1) : null
    if (asked) writeSync(file, Buffer.of(how === 'out' && asked === 4 ? OUT_OF_PAPER : WELL))
    if (chunk.subarray(-3).equals(ASKS_FENCE)) writeSync(file, Buffer.of(0))
  }
  const looking = setInterval(() => {
    try {
      for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
        hear(Buffer.from(buffer.subarray(0, read)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }, LOOK_MS)
  return {
    bytes: () => Buffer.concat(chunks),
    become: (next) => {
      how = next
    },
    close() {
      clearInterval(looking)
      closeSync(file)
    },
  }
}

async function choosePrinter(chosen: Partial<PrinterSettings>): Promise<void> {
  const settings = await terminal.handlers.settings.read({})
  await terminal.handlers.settings.write({ ...settings, printer: PrinterSettings.parse(chosen) })
}

/** The text of the paper, without the time of day. */
const textOf = (bytes: Buffer): string =>
  decodeTicket(bytes)
    .lines.map(({ text }) => text.replace(/\d\d:\d\d:\d\d/, ''))
    .join('\n')

const print = async () => (await terminal.handlers.devices.testPrint({})).outcome

it('prints every byte of a page to a USB printer without status, even after it was unplugged and plugged in again', async () => {
  const first = await openPaper()
  expect(await print()).toBe('sent')
  await until(() => expect(textOf(first.bytes())).toContain('PITLANE-TEST'))
  first.close()
  printer.unplug()
  expect(await print()).toBe('not-sent')
  printer.plug()
  execFileSync('udevadm', ['settle'])
  const again = await openPaper()
  expect(await print()).toBe('sent')
  await until(() => expect(textOf(again.bytes())).toBe(textOf(first.bytes())))
  again.close()
})

it('gives up at a printer that takes no data, blocks nothing else, and prints nothing of it later', async () => {
  // Nobody else uses the printer meanwhile.
  await choosePrinter({ transport: 'none' })
  await until(() => closeSync(openSync('/dev/usb/lp0', constants.O_WRONLY)))
  const options = { answers: false, hasAnswered: false, isSilent: true, baudRate: 921_600, clock: systemClock }
  // The printer's end is not read: all but its own few kilobytes stay here.
  const long = Buffer.alloc(120_000, 'x')
  // More often than this process has threads for files.
  for (let tries = 0; tries < 5; tries++) {
    const { outcome } = await attemptPrint(fileTransport('/dev/usb/lp0', systemClock), long, options)
    expect(outcome).toBe('unknown')
  }
  const paper = await openPaper()
  await choosePrinter(onCable)
  expect(await print()).toBe('sent')
  await until(() => expect(paper.bytes().includes('PITLANE-TEST')).toBe(true))
  expect(paper.bytes().length).toBeLessThan(long.length)
  paper.close()
})

it('detects whether a printer with status has printed and whether it has paper', async () => {
  const paper = await openPaper()
  paper.become('well')
  await choosePrinter(onCable)
  expect(await print()).toBe('printed')
  expect(textOf(paper.bytes())).toContain('PITLANE-TEST')
  paper.become('out')
  const before = paper.bytes().length
  expect(await print()).toBe('blocked')
  expect(textOf(paper.bytes().subarray(before))).toBe('')
  paper.close()
})
