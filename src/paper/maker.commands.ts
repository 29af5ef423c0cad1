import { ThermalPrinter } from 'node-thermal-printer'
import type { PrinterMaker } from '#shared/ipc/devices.ts'
import type { Bitmap } from './bitmap-font.ts'
import { drawerKick, type PrinterCommands } from './printer.commands.ts'

type Maker = Exclude<PrinterMaker, 'epson'>

/** The driver of one make inside the package, which its types do not declare. */
interface Driver {
  config: Record<string, Buffer>
  printQR(content: string, settings: object): Buffer | null
  printImageBuffer(width: number, height: number, rgba: Uint8Array): Buffer
}

/** The package never sends anything; only its bytes are used. */
const noInterface = {
  execute: () => Promise.reject(new Error('bytes are sent by our own transports')),
  isPrinterConnected: () => Promise.resolve(false),
}

const LF = 0x0a
/** Line feeds that move the paper from the print head to the cutter. */
const FEED_LINES = 4

/** Largest module size that all command sets support. */
const MAX_MODULE_DOTS = 8

/**
 * Commands of makes that are not Epson-compatible, from `node-thermal-printer`. They have no Chinese font: lines that
 * need one are drawn as images, and so is large text, whose sizes differ by make.
 */
export function makerCommands(maker: Maker): PrinterCommands {
  const encoder = new ThermalPrinter({ type: maker as never, interface: noInterface as never })
  const { config, ...driver } = driverOf(encoder)
  const command = (name: string): Buffer => Buffer.from(config[name] ?? [])
  const [left, center, right] = [command('TXT_ALIGN_LT'), command('TXT_ALIGN_CT'), command('TXT_ALIGN_RT')]
  return {
    begin: command('HW_INIT'),
    // Star feeds to its cutter automatically.
    cut:
      maker === 'star'
        ? command('PAPER_FULL_CUT')
        : Buffer.concat([Buffer.alloc(FEED_LINES, LF), command('PAPER_FULL_CUT')]),
    align: (alignment) => [left, center, right][alignment] ?? left,
    bold: (on) => command(on ? 'TXT_BOLD_ON' : 'TXT_BOLD_OFF'),
    size: null,
    text: (line) => (/^[ -~]*$/.test(line) ? Buffer.from(line, 'latin1') : null),
    image: (dots) => driver.printImageBuffer(dots.width, dots.height, toRgba(dots)),
    qr: qrOf(maker, command, driver),
    // The other makes understand Epson's pulse.
    drawer: maker === 'star' ? () => command('CD_KICK') : drawerKick,
  }
}

function qrOf(maker: Maker, command: (name: string) => Buffer, driver: Pick<Driver, 'printQR'>): PrinterCommands['qr'] {
  if (maker !== 'star') {
    // The package sends the number of characters as the number of bytes, which would truncate content that is not ASCII.
    return (content, dots) => driver.printQR(encodeURI(content), qrSettings(dots)) ?? Buffer.of()
  }
  // The package omits the command that stores the content.
  return (content, dots) => {
    const data = Buffer.from(content, 'utf8')
    const size = command(`QRCODE_CELLSIZE_${Math.min(MAX_MODULE_DOTS, dots)}`)
    const length = Uint8Array.of(data.length & 0xff, data.length >> 8)
    const parts = [command('QRCODE_MODEL2'), command('QRCODE_CORRECTION_M'), size, command('QRCODE_CELLSIZE')]
    return Buffer.concat([...parts, length, data, command('QRCODE_PRINT')])
  }
}

function driverOf(encoder: ThermalPrinter): Driver {
  const { printer } = encoder as ThermalPrinter & { printer: Driver }
  return {
    config: printer.config,
    printQR: (content, settings) => printer.printQR(content, settings),
    printImageBuffer: (...image) => printer.printImageBuffer(...image),
  }
}

const qrSettings = (dots: number) => ({
  model: 2,
  cellSize: Math.min(MAX_MODULE_DOTS, dots),
  correction: 'M',
  correctionLevel: 'M',
})

/** The package expects colour images. */
function toRgba({ width, height, bits }: Bitmap): Uint8Array {
  const colours = new Uint8Array(width * height * 4)
  for (let dot = 0; dot < width * height; dot++) {
    const isInk = ((bits[dot >> 3] ?? 0) & (0x80 >> (dot & 7))) !== 0
    colours.set(isInk ? [0, 0, 0, 255] : [255, 255, 255, 255], dot * 4)
  }
  return colours
}
