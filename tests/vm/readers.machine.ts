import { execFileSync } from 'node:child_process'
import { openSync, writeSync } from 'node:fs'
import { SerialPort } from 'serialport'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { FoundReader, ReaderSettings, type Scan } from '#shared/ipc/devices.ts'
import { msrReport, sycreaderAnswer, sycreaderEmpty } from '#tests/support/readers/recorded-reports.ts'
import { em18Frame } from '#tests/support/serial/frame-builders.ts'
import { startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import { plugUsb } from './usb-gadget.ts'
import { plugHid } from './virtual-hid.ts'

let terminal: TestTerminal
beforeAll(async () => {
  terminal = await startTerminal()
})
afterAll(() => terminal?.close())

/** Until udev has named the device that was plugged in. */
const settled = (): void => void execFileSync('udevadm', ['settle'])

async function found(vendorId: string): Promise<FoundReader> {
  settled()
  const { found: all } = await terminal.until(
    () => terminal.handlers.devices.findReaders({}),
    (search) => search.found.some((one) => one.vendorId === vendorId),
  )
  const one = all.find((reader) => reader.vendorId === vendorId)
  return FoundReader.parse(one)
}

/** Selects a detected reader, like a cashier. */
async function choose({ link, path, vendorId, productId, serialNumber }: FoundReader, given: Partial<ReaderSettings>) {
  const settings = await terminal.handlers.settings.read({})
  const reader = ReaderSettings.parse({ link, path, vendorId, productId, serialNumber, ...given })
  await terminal.handlers.settings.write({ ...settings, readers: [reader] })
  await is('ready')
}

const is = (wanted: string) =>
  terminal.until(
    () => terminal.handlers.devices.state({}),
    ({ readers }) => readers[0]?.state === wanted,
  )

const scanOf = (value: string) => terminal.event<Scan>('scans.scanned', (scan) => scan.value === value)

beforeEach(() => {
  terminal.events.length = 0
})

it('polls a Sycreader over HID, and finds it again after it was unplugged and plugged in', async () => {
  const description = {
    vendor: 0xffff,
    product: 0x0035,
    name: 'Sycreader RFID Technology Co., Ltd SYC ID&IC USB Reader',
    serial: '08FF20140315',
    // Two feature reports of 255 bytes below the vendor page 0xFFA0.
    descriptor: Buffer.from(
      '06a0ff 0901 a101 1500 26ff00 7508 8501 0902 96ff00 b102 8502 0903 96ff00 b102 c0'.replaceAll(' ', ''),
      'hex',
    ),
  }
  let reader = plugHid(description)
  reader.answer(2, sycreaderEmpty)
  const seen = await found('ffff')
  expect(seen).toMatchObject({ link: 'hid', protocol: 'sycreader', productId: '0035', serialNumber: '08FF20140315' })
  await choose(seen, { protocol: 'sycreader' })
  reader.answer(2, sycreaderAnswer('0012964329'))
  expect(await scanOf('0012964329')).toMatchObject({ kind: 'memberCard', source: 'hid' })
  expect(reader.set.get(1)?.subarray(8, 16).toString('hex')).toBe('aa000325000026bb')

  reader.unplug()
  await is('lost')
  reader = plugHid(description)
  reader.answer(2, sycreaderAnswer('0008844356'))
  await is('ready')
  expect((await scanOf('0008844356')).source).toBe('hid')
  reader.unplug()
})

it('reads a USB magnetic stripe reader with reports of 337 bytes', async () => {
  const reader = plugUsb({
    vendor: '0801',
    product: '0002',
    serial: 'B01A2C3',
    maker: 'Mag-Tek',
    name: 'USB Swipe Reader',
    kind: 'hid',
    attributes: {
      report_length: '337',
      // One input report of 337 bytes below the vendor page 0xFF00.
      report_desc: Buffer.from('0600ff 0901 a101 1500 26ff00 7508 965101 0920 8102 c0'.replaceAll(' ', ''), 'hex'),
    },
  })
  const seen = await found('0801')
  expect(seen).toMatchObject({
    link: 'hid',
    protocol: 'msr',
    name: 'Mag-Tek USB Swipe Reader',
    serialNumber: 'B01A2C3',
  })
  // By the installer's rules, the user at the computer may access it.
  const properties = execFileSync('udevadm', ['info', '--query=property', `--name=${seen.path}`], { encoding: 'utf8' })
  expect(properties).toMatch(/^TAGS=.*:uaccess:/m)
  await choose(seen, { protocol: 'msr' })
  const end = openSync('/dev/hidg0', 'r+')
  writeSync(end, msrReport(['%B6222020012345678^WANG/XIAOMING^2512?', ';6222020012345678=2512?', '']))
  expect((await scanOf('6222020012345678')).source).toBe('hid')
  reader.unplug()
  await is('lost')
})

it('finds a serial reader by its USB description, reads it, and reads it again under another port name', async () => {
  const reader = plugUsb({
    vendor: '1a86',
    product: '7523',
    serial: 'EM18-0042',
    maker: 'QinHeng',
    name: 'EM-18 Reader',
    kind: 'acm',
  })
  const seen = await found('1a86')
  expect(seen).toMatchObject({ link: 'serial', productId: '7523', serialNumber: 'EM18-0042', protocol: null })
  await choose(seen, { protocol: 'em18', baudRate: 9600 })
  const swipe = async (card: string): Promise<void> => {
    const end = new SerialPort({ path: '/dev/ttyGS0', baudRate: 9600, autoOpen: false })
    await new Promise<void>((resolve, reject) => end.open((error) => (error ? reject(error) : resolve())))
    end.write(em18Frame(card))
    expect((await scanOf(card)).source).toBe('serial')
    await new Promise<void>((resolve) => end.close(() => resolve()))
  }
  await swipe('0012964329')

  reader.unplug()
  await is('lost')
  reader.plug()
  settled()
  await is('ready')
  await swipe('0009334109')
  reader.unplug()
})
