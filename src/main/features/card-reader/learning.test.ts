import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { ReaderSettings } from '#shared/ipc/devices.ts'
import { fakePorts, fakeUsb } from '#tests/support/readers/fake-drivers.ts'
import { sycreaderAnswer } from '#tests/support/readers/recorded-reports.ts'
import { em18Frame, stxLenMifareFrame, yhyBlockFrame, yhyFrame } from '#tests/support/serial/frame-builders.ts'
import { openSerialPair } from '#tests/support/serial/index.ts'
import { until } from '#tests/support/until.ts'
import { createCardReaders } from './index.ts'
import type { ReaderDrivers } from './ports.ts'

function start(readers: Partial<ReaderSettings>[], drivers: Partial<ReaderDrivers> = {}) {
  const settings = readers.map((one) => ReaderSettings.parse(one))
  const scans: string[] = []
  const counter = createCardReaders({
    settings: () => settings,
    drivers,
    clock: systemClock,
    log: { info: () => undefined, warn: () => undefined },
    random: () => 1,
    onScan: ({ value }) => scans.push(value),
    onStatus: () => undefined,
  })
  onTestFinished(() => counter.close())
  const swipes: number[] = []
  return {
    counter,
    scans,
    swipes,
    learn: (one: Partial<ReaderSettings>) => counter.learn(ReaderSettings.parse(one), (count) => swipes.push(count)),
  }
}

describe('learning a reader', () => {
  it.each([
    ['em18', em18Frame('0012964329'), '0012964329'],
    ['stx-len', stxLenMifareFrame('0652147431'), '0652147431'],
    ['yhy', yhyBlockFrame('1589698682'), '1589698682'],
    ['yhy', yhyFrame('1589698682'), '1589698682'],
  ])('knows %s by one swipe on a real port, and is not heard meanwhile', async (protocol, frame, number) => {
    const pair = await openSerialPair()
    onTestFinished(() => pair.close())
    const { counter, scans, learn } = start([{ path: pair.readerPath }])
    await counter.applySettings()
    const learned = learn({ path: pair.readerPath })
    await until(() => expect(counter.status()).toEqual([]))
    let result: Awaited<typeof learned> | null = null
    void learned.then((value) => {
      result = value
    })
    // The port opens at an unknown time, so the swipe is repeated as a cashier would.
    await until(async () => {
      if (!result) await pair.write(frame)
      expect(result).not.toBeNull()
    }, 1000)
    expect(await learned).toMatchObject({
      protocol,
      numbers: expect.arrayContaining([{ format: 'decimal10', value: number }]),
    })
    await until(() => expect(counter.status()).toMatchObject([{ state: 'ready' }]))
    expect(scans).toEqual([])
  })

  it('tries baud rates in turn until the bytes are valid, and reports the number of swipes', async () => {
    const ports = fakePorts()
    const { learn, swipes } = start([], { serial: ports.driver })
    const learned = learn({ path: 'COM3' })
    ;(await ports.attempt(1)).handlers.onData(Uint8Array.of(0xf8, 0x00, 0x86, 0x1e))
    const second = await ports.attempt(2)
    expect(ports.opened[0]?.isClosed).toBe(true)
    expect(swipes).toEqual([1])
    second.handlers.onData(yhyFrame('1589698682'))
    expect(await learned).toEqual({
      protocol: 'yhy',
      baudRate: 19200,
      numbers: [
        { format: 'decimal10', value: '1589698682' },
        { format: 'decimal10Reversed', value: '2061549662' },
        { format: 'wiegand26', value: '0012640378' },
      ],
    })
    await until(() => expect(ports.opened.every(({ isClosed }) => isClosed)).toBe(true))
  })

  it('detects the format of a USB reader', async () => {
    const usb = fakeUsb()
    usb.world.devices = [{ path: 'usb-1', vendorId: 'ffff', productId: '0035', usagePage: 0xffa0 }]
    usb.world.answers.set('usb-1', sycreaderAnswer('0652147431'))
    const { learn } = start([], { hid: usb.driver })
    const learned = await learn({
      link: 'hid',
      path: 'usb-1',
      vendorId: 'ffff',
      productId: '0035',
      protocol: 'sycreader',
    })
    expect(learned.numbers).toContainEqual({ format: 'decimal10Reversed', value: '3891977766' })
  })

  it('ends when cancelled, and the reader works again', async () => {
    const ports = fakePorts()
    const { counter, learn, scans } = start([{ path: 'COM3' }], { serial: ports.driver })
    await counter.applySettings()
    const learned = learn({ path: 'COM3' })
    await ports.attempt(2)
    counter.stopLearning()
    await expect(learned).rejects.toMatchObject({ code: 'devices.nothingLearned' })
    const again = await ports.attempt(3)
    again.handlers.onData(em18Frame('0012964329'))
    again.handlers.onData(Uint8Array.of())
    expect(ports.opened.map(({ isClosed }) => isClosed)).toEqual([true, true, false])
    expect(scans).toEqual([])
  })
})
