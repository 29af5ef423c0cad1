import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { ReaderSettings, type Scan } from '#shared/ipc/devices.ts'
import { fakePcsc, fakeUsb } from '#tests/support/readers/fake-drivers.ts'
import { msrReport, sycreaderAnswer } from '#tests/support/readers/recorded-reports.ts'
import { openSerialPair, rdm6300Frame } from '#tests/support/serial/index.ts'
import { until } from '#tests/support/until.ts'
import { createCardReaders, createScanRouter } from './index.ts'
import type { ReaderDrivers } from './ports.ts'

type Given = Partial<ReaderSettings>[]

const sycreader = { path: 'usb-1', vendorId: 'ffff', productId: '0035', manufacturer: 'Sycreader', usagePage: 0xffa0 }
const magtek = {
  path: 'usb-2',
  vendorId: '0801',
  productId: '0002',
  serialNumber: 'B1',
  product: 'Card Reader',
  usagePage: 0xff00,
}

/** A counter with readers and a scan router. */
async function startCounter(given: Given, drivers: Partial<ReaderDrivers>) {
  let current = given.map((one) => ReaderSettings.parse(one))
  const scans: Pick<Scan, 'value' | 'source'>[] = []
  const router = createScanRouter({
    clock: systemClock,
    onScan: ({ value, source }) => scans.push({ value, source }),
  })
  const readers = createCardReaders({
    settings: () => current,
    drivers,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    random: () => 1,
    onScan: router.submit,
    onStatus: () => undefined,
  })
  onTestFinished(() => readers.close())
  await readers.applySettings()
  const states = () => readers.status().map(({ state }) => state)
  return {
    readers,
    scans,
    states,
    areReady: () => until(() => expect(states().every((state) => state === 'ready')).toBe(true)),
    change(next: Given) {
      current = next.map((one) => ReaderSettings.parse(one))
      return readers.applySettings()
    },
  }
}

const ofUsb = { link: 'hid', path: 'usb-1', vendorId: 'ffff', productId: '0035', protocol: 'sycreader' } as const
const ofStripe = {
  link: 'hid',
  path: 'usb-2',
  vendorId: '0801',
  productId: '0002',
  serialNumber: 'B1',
  protocol: 'msr',
} as const

describe('several readers at once', () => {
  it('are all active, with one event per card from any of them', async () => {
    const pair = await openSerialPair()
    onTestFinished(() => pair.close())
    const usb = fakeUsb()
    usb.world.devices = [sycreader, magtek]
    const pcsc = fakePcsc(['ACS ACR122U 00 00'])
    const counter = await startCounter(
      [{ path: pair.readerPath }, ofUsb, ofStripe, { link: 'pcsc', path: 'ACS ACR122U 00 00', protocol: 'uid' }],
      { hid: usb.driver, pcsc: pcsc.driver },
    )
    await counter.areReady()
    const stripe = await until(() => {
      const found = usb.opened.find(({ path }) => path === 'usb-2')
      expect(found).toBeDefined()
      return found
    })

    await pair.write(rdm6300Frame('0004829731'))
    await until(() => expect(counter.scans).toEqual([{ value: '0004829731', source: 'serial' }]))
    stripe?.handlers.onData(msrReport(['', ';0004829732=2612?', '']))
    pcsc.opened[0]?.handlers.onData(Buffer.from('5EC0E07A9000', 'hex'))
    usb.world.answers.set('usb-1', sycreaderAnswer('0006547886'))
    await until(() => expect(counter.scans).toHaveLength(4))
    expect(counter.scans.slice(1)).toEqual([
      { value: '0004829732', source: 'hid' },
      { value: '1589698682', source: 'pcsc' },
      { value: '0006547886', source: 'hid' },
    ])

    // The same card on two readers at once is one event.
    stripe?.handlers.onData(msrReport(['', ';0008844356?', '']))
    pcsc.opened[0]?.handlers.onData(Buffer.from('0086F4449000', 'hex'))
    expect(counter.scans.slice(4)).toEqual([{ value: '0008844356', source: 'hid' }])
  })

  it('keep their connections when another one is added or removed', async () => {
    const usb = fakeUsb()
    usb.world.devices = [sycreader, magtek]
    const counter = await startCounter([ofUsb], { hid: usb.driver })
    await counter.areReady()
    await counter.change([ofStripe, ofUsb])
    await counter.areReady()
    expect(usb.opened.map(({ path }) => path)).toEqual(['usb-1', 'usb-2'])
    await counter.change([ofStripe])
    expect(usb.opened.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect(counter.readers.status()).toMatchObject([{ path: 'usb-2', state: 'ready' }])
  })

  it('report a failing reader without affecting the others', async () => {
    const usb = fakeUsb()
    usb.world.devices = [magtek]
    const counter = await startCounter([ofStripe, { ...ofStripe, path: 'usb-9', protocol: 'rdm6300' }], {
      hid: usb.driver,
    })
    await until(() => expect(counter.states()).toEqual(['ready', 'error']))
  })
})

describe('a USB reader', () => {
  it('reports a card left on it once, and again after its removal', async () => {
    const usb = fakeUsb()
    usb.world.devices = [sycreader]
    const counter = await startCounter([ofUsb], { hid: usb.driver })
    await counter.areReady()
    usb.world.answers.set('usb-1', sycreaderAnswer('0006547886'))
    await until(() => expect(counter.readers.status()[0]?.scans).toBe(1))
    usb.world.answers.set('usb-1', sycreaderAnswer('0008844356'))
    await until(() => expect(counter.readers.status()[0]?.scans).toBe(2))
    usb.world.answers.delete('usb-1')
    usb.world.answers.set('usb-1', sycreaderAnswer('0006547886'))
    await until(() => expect(counter.readers.status()[0]?.scans).toBe(3))
    expect(counter.readers.status()[0]?.garbled).toBe(0)
  })

  it('is found again at another socket by its identification', async () => {
    const usb = fakeUsb()
    usb.world.devices = [sycreader]
    const counter = await startCounter([ofUsb], { hid: usb.driver })
    await counter.areReady()
    usb.world.devices = []
    await until(() => expect(counter.readers.status()).toMatchObject([{ state: 'lost', scans: 0 }]))
    usb.world.devices = [{ ...sycreader, path: 'usb-7' }]
    counter.readers.resume()
    await counter.areReady()
    usb.world.answers.set('usb-7', sycreaderAnswer('0004829731'))
    await until(() => expect(counter.scans).toEqual([{ value: '0004829731', source: 'hid' }]))
    expect(usb.opened.map(({ path, isClosed }) => [path, isClosed])).toEqual([
      ['usb-1', true],
      ['usb-7', false],
    ])
  })

  it('is not selected among two identical ones', async () => {
    const usb = fakeUsb()
    usb.world.devices = [
      { ...sycreader, path: 'usb-5' },
      { ...sycreader, path: 'usb-6' },
    ]
    const counter = await startCounter([ofUsb], { hid: usb.driver })
    await until(() => expect(counter.readers.status()).toMatchObject([{ state: 'lost', detail: 'not plugged in' }]))
    expect(usb.opened).toEqual([])
  })
})

describe('the list of possible readers', () => {
  it('has the protocols of each, without keyboards and mice', async () => {
    const usb = fakeUsb()
    usb.world.devices = [sycreader, magtek, { path: 'keyboard', vendorId: '046d', productId: 'c31c', usagePage: 1 }]
    const pcsc = fakePcsc(['ACS ACR122U 00 00'])
    const serial = {
      open: () => ({ close: async () => undefined }),
      list: async () => [{ path: 'COM3', vendorId: '1A86' }],
    }
    const counter = await startCounter([], { hid: usb.driver, pcsc: pcsc.driver, serial })
    const { found, missing } = await counter.readers.find()
    expect(missing).toEqual([])
    expect(found.map(({ link, path, protocol, vendorId }) => [link, path, protocol, vendorId])).toEqual([
      ['serial', 'COM3', null, '1a86'],
      ['hid', 'usb-1', 'sycreader', 'ffff'],
      ['hid', 'usb-2', 'msr', '0801'],
      ['pcsc', 'ACS ACR122U 00 00', 'uid', ''],
    ])
  })

  it('reports a kind whose driver is missing', async () => {
    const usb = fakeUsb()
    usb.driver.list = () => Promise.reject(new Error('libusb is missing'))
    const counter = await startCounter([], { hid: usb.driver, pcsc: fakePcsc([]).driver })
    expect((await counter.readers.find()).missing).toEqual([{ link: 'hid', reason: 'libusb is missing' }])
  })

  it('works with the real drivers, even if they are missing', async () => {
    const counter = await startCounter([{ link: 'pcsc', path: 'none', protocol: 'uid' }, ofUsb], {})
    const { found, missing } = await counter.readers.find()
    const links = new Set([...found, ...missing].map(({ link }) => link))
    for (const link of links) expect(['serial', 'hid', 'pcsc']).toContain(link)
    await until(() => expect(counter.states()).toEqual(['lost', 'lost']))
  })
})
