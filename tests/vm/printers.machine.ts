import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PrinterSettings } from '#shared/ipc/devices.ts'
import { decodeTicket } from '#tests/support/escpos/decoder.ts'
import { until } from '#tests/support/until.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import { plugUsb } from './usb-gadget.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await startTerminal()
})
afterAll(() => terminal?.close())

/** The printer's own end of its cable, which the kernel opens once both ends are there. */
async function openPaper() {
  const file = await until(() => openSync('/dev/g_printer0', constants.O_RDWR | constants.O_NONBLOCK))
  const chunks: Buffer[] = []
  const buffer = Buffer.alloc(8192)
  return {
    /** What has come so far. */
    bytes(): Buffer {
      try {
        for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
          chunks.push(Buffer.from(buffer.subarray(0, read)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      }
      return Buffer.concat(chunks)
    },
    close: () => closeSync(file),
  }
}

it('finds a printer on a USB cable, prints every byte of a page to it, and prints again after it was pulled and plugged in', async () => {
  const printer = plugUsb({
    vendor: '0416',
    product: '5011',
    serial: 'POS58-1',
    maker: 'STMicroelectronics',
    name: 'POS58 Printer',
    kind: 'printer',
    attributes: { pnp_string: 'MFG:POS58;MDL:Thermal;CLS:PRINTER;' },
  })
  execFileSync('udevadm', ['settle'])
  const printers = await terminal.until(
    () => terminal.handlers.devices.findPrinters({}),
    (found) => found.some(({ transport }) => transport === 'file'),
  )
  const { address = '' } = printers.find(({ transport }) => transport === 'file') ?? {}
  expect(address).toBe('/dev/usb/lp0')
  const settings = await terminal.handlers.settings.read({})
  await terminal.handlers.settings.write({
    ...settings,
    printer: PrinterSettings.parse({ transport: 'file', address, columns: 32, answers: false }),
  })

  /** What a page says, but for the time of day. */
  async function printed(): Promise<string> {
    const paper = await openPaper()
    let outcome = ''
    const asked = terminal.handlers.devices.testPrint({}).then((told) => {
      outcome = told.outcome
    })
    const bytes = await terminal.until(
      async () => paper.bytes(),
      () => outcome !== '',
    )
    await asked
    // Nobody hears from a printer that does not answer that it printed.
    expect(outcome).toBe('sent')
    const whole = Buffer.concat([bytes, paper.bytes().subarray(bytes.length)])
    paper.close()
    return decodeTicket(whole)
      .lines.map(({ text }) => text.replace(/\d\d:\d\d:\d\d/, ''))
      .join('\n')
  }
  const first = await printed()
  expect(first).toContain('打印')
  printer.unplug()
  printer.plug()
  execFileSync('udevadm', ['settle'])
  expect(await printed()).toBe(first)
  printer.unplug()
  expect((await terminal.handlers.devices.testPrint({})).outcome).toBe('not-sent')
})
