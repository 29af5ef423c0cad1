import { readdirSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { ReaderSettings, type ReaderStatus, type Scan } from '#shared/ipc/devices.ts'
import { em18Frame, openSerialPair, rdm6300Frame, stxLenFrame, yhyFrame } from '#tests/support/serial/index.ts'
import { until } from '#tests/support/until.ts'
import { createCardReaders, createScanRouter } from './index.ts'
import type { SerialHandlers } from './ports.ts'

interface Read {
  value: string
  source: Scan['source']
}

const noStatus: ReaderStatus = { link: 'serial', path: '', state: 'off', scans: 0, garbled: 0 }

/** A counter with one reader on real ports, recording its reports. */
function startReader(settings: Partial<ReaderSettings>) {
  let current = ReaderSettings.parse(settings)
  const reads: Read[] = []
  const states: ReaderStatus['state'][] = []
  const lines: string[] = []
  const log = (message: string, fields?: object) => lines.push(JSON.stringify({ ...fields, message }))
  const readers = createCardReaders({
    settings: () => [current],
    clock: systemClock,
    log: { info: log, warn: log },
    onScan: (raw) => reads.push(raw),
    onStatus() {
      const { state } = reader.status()
      if (states.at(-1) !== state) states.push(state)
    },
    random: () => 1,
  })
  const reader = { ...readers, status: () => readers.status()[0] ?? noStatus }
  onTestFinished(() => reader.close())
  return {
    reader,
    reads,
    states,
    lines,
    change(next: Partial<ReaderSettings>) {
      current = ReaderSettings.parse(next)
      return reader.applySettings()
    },
  }
}

async function pluggedIn(options?: { plugged?: boolean }) {
  const pair = await openSerialPair(options)
  onTestFinished(() => pair.close())
  return pair
}

it.runIf(process.platform === 'linux')('lists serial ports on Linux without udev', async () => {
  const { reader } = startReader({})
  vi.stubEnv('PATH', '/nowhere')
  onTestFinished(() => void vi.unstubAllEnvs())
  const files = readdirSync('/dev').filter((name) => /^ttyS\d+$/.test(name))
  const listed = (await reader.find()).found.map(({ path }) => path)
  expect(listed).toEqual(expect.arrayContaining(files.map((name) => `/dev/${name}`)))
})

describe('a serial reader on a real port', () => {
  it('reports each card once, also at 9600 baud', async () => {
    const pair = await pluggedIn()
    const { reader, reads } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    for (let i = 0; i < 20; i++) {
      await pair.write(rdm6300Frame('0004829731'))
      await until(() => expect(reads).toHaveLength(i + 1))
    }
    await pair.write(rdm6300Frame('0006547886'), { chunk: 1, gapMs: 1 })
    await until(() => expect(reads.at(-1)?.value).toBe('0006547886'))
    expect(reader.status()).toMatchObject({ scans: 21, garbled: 0 })
  })

  it.each([
    ['em18', em18Frame],
    ['stx-len', stxLenFrame],
    ['yhy', yhyFrame],
  ] as const)('speaks %s', async (protocol, frame) => {
    const pair = await pluggedIn()
    const { reader, reads } = startReader({ path: pair.readerPath, protocol })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    await pair.write(frame('0012964329'), { chunk: 5, gapMs: 2 })
    await until(() => expect(reads.map((read) => read.value)).toEqual(['0012964329']))
  })

  it('ignores and counts a garbled frame, and one cut off by a silence', async () => {
    const pair = await pluggedIn()
    const { reader, reads } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    const wrong = rdm6300Frame('0006547886')
    wrong[5] = (wrong[5] ?? 0) ^ 1
    await pair.write(wrong)
    await until(() => expect(reader.status().garbled).toBe(1))
    await pair.write(rdm6300Frame('0006547886').subarray(0, 9))
    await until(() => expect(reader.status().garbled).toBe(2))
    await pair.write(rdm6300Frame('0008844356'))
    await until(() => expect(reads.map((read) => read.value)).toEqual(['0008844356']))
  })

  it('reports a swipe without a number as empty', async () => {
    const pair = await pluggedIn()
    const { reader, reads } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    await pair.write(rdm6300Frame('0', '00'))
    await until(() => expect(reads.map((read) => read.value)).toEqual(['']))
  })

  it('is lost when unplugged, drops the partial frame, and reconnects at the same path', async () => {
    const pair = await pluggedIn()
    const { reader, reads, states } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    const half = rdm6300Frame('0006547886')
    await pair.write(half.subarray(0, 8))
    await pair.unplug()
    await until(() => expect(reader.status().state).toBe('lost'))
    await pair.plug()
    await until(() => expect(reader.status().state).toBe('ready'))
    await pair.write(half.subarray(8))
    await pair.write(rdm6300Frame('0008844356'))
    await until(() => expect(reads.map((read) => read.value)).toEqual(['0008844356']))
    expect(states).toEqual(['idle', 'opening', 'ready', 'lost', 'ready'])
  })

  it('notices every unplug, also immediately after data', async () => {
    const pair = await pluggedIn()
    const { reader } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    for (let round = 0; round < 6; round++) {
      await until(() => expect(reader.status().state).toBe('ready'))
      await pair.write(rdm6300Frame('0006547886'))
      await pair.unplug()
      await until(() => expect(reader.status().state).toBe('lost'))
      await pair.plug()
      reader.resume()
    }
  })

  it('waits for a missing port, and tries it at once when the computer wakes up', async () => {
    const pair = await pluggedIn({ plugged: false })
    const { reader, reads, states } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('lost'))
    expect(reader.status().detail).toMatch(/No such file/)
    await pair.plug()
    reader.resume()
    await until(() => expect(reader.status().state).toBe('ready'))
    await pair.write(rdm6300Frame('0008844356'))
    await until(() => expect(reads).toHaveLength(1))
    expect(states).toEqual(['idle', 'opening', 'lost', 'ready'])
  })

  it('reconnects after changes of its settings, and can be turned off', async () => {
    const first = await pluggedIn()
    const second = await pluggedIn()
    const { reader, reads, change } = startReader({ path: first.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    await change({ path: second.readerPath, format: 'decimal10Reversed' })
    await until(() => expect(reader.status()).toMatchObject({ state: 'ready', path: second.readerPath }))
    await first.write(rdm6300Frame('0006547886'))
    await second.write(rdm6300Frame('0652147431'))
    await until(() => expect(reads.map((read) => read.value)).toEqual(['3891977766']))
    await change({ path: '' })
    expect(reader.status().state).toBe('off')
  })

  it('writes no full card number to its log', async () => {
    const pair = await pluggedIn()
    const { reader, reads, lines } = startReader({ path: pair.readerPath })
    await reader.applySettings()
    await until(() => expect(reader.status().state).toBe('ready'))
    await pair.write(rdm6300Frame('0006547886'))
    await until(() => expect(reads).toHaveLength(1))
    expect(lines.join('\n')).toContain('…886')
    expect(lines.join('\n')).not.toMatch(/6547886|63E9AE/i)
  })
})

/** A reader on a fake port and clock. */
function startFake() {
  const reads: string[] = []
  const attempts: SerialHandlers[] = []
  let later: (() => void)[] = []
  const readers = createCardReaders({
    settings: () => [ReaderSettings.parse({ path: '/dev/ttyUSB0' })],
    clock: {
      now: () => 0,
      after(_ms, run) {
        later.push(run)
        return () => {
          later = later.filter((other) => other !== run)
        }
      },
    },
    log: { info: () => {}, warn: () => {} },
    onScan: (raw) => reads.push(raw.value),
    onStatus: () => {},
    drivers: {
      serial: {
        open(_options, handlers) {
          attempts.push(handlers)
          return { close: () => Promise.resolve() }
        },
        list: () => Promise.reject(new Error('native part is missing')),
      },
    },
  })
  const reader = { ...readers, status: () => readers.status()[0] ?? noStatus }
  return {
    reader,
    reads,
    attempts,
    elapse: () =>
      later.splice(0).forEach((run) => {
        run()
      }),
  }
}

describe('a reader on a fake clock', () => {
  it('never completes a frame cut by an unplug with later data', async () => {
    const { reader, reads, attempts, elapse } = startFake()
    await reader.applySettings()
    await until(() => expect(attempts).toHaveLength(1))
    attempts[0]?.onOpen()
    attempts[0]?.onData(rdm6300Frame('0006547886').subarray(0, 8))
    attempts[0]?.onLost('pulled out')
    expect(reader.status()).toMatchObject({ state: 'lost', garbled: 1 })
    elapse()
    await until(() => expect(attempts).toHaveLength(2))
    attempts[1]?.onOpen()
    attempts[1]?.onData(rdm6300Frame('0006547886').subarray(8))
    attempts[1]?.onData(rdm6300Frame('0008844356'))
    expect(reads).toEqual(['0008844356'])
  })

  it('reports why its driver is missing, without other effects', async () => {
    const { reader, attempts } = startFake()
    await reader.applySettings()
    await until(() => expect(attempts).toHaveLength(1))
    attempts[0]?.onLost('native part is missing')
    expect(reader.status()).toMatchObject({ state: 'lost', detail: 'native part is missing' })
    await reader.close()
    expect(reader.status().state).toBe('off')
  })
})

describe('scan router', () => {
  it('reports a swipe read by two readers once, and a card left on one once', () => {
    let now = Date.parse('2026-03-01T10:00:00Z')
    const scans: Scan[] = []
    const router = createScanRouter({ clock: { now: () => now }, onScan: (scan) => scans.push(scan) })
    router.submit({ value: '0006547886', source: 'serial' })
    now += 40
    router.submit({ value: '6547886'.padStart(8, '0'), source: 'wedge' })
    for (let i = 0; i < 10; i++) {
      now += 300
      router.submit({ value: '0006547886', source: 'serial' })
    }
    expect(scans).toEqual([
      { kind: 'memberCard', value: '0006547886', source: 'serial', at: '2026-03-01T10:00:00.000Z' },
    ])
    now += 1200
    router.submit({ value: '0006547886', source: 'serial' })
    expect(scans).toHaveLength(2)
  })

  it('reports a barcode of eight digits again as a repeat, which a card is not on a card reader', () => {
    let now = Date.parse('2026-03-01T10:00:00Z')
    const scans: Scan[] = []
    const router = createScanRouter({ clock: { now: () => now }, onScan: (scan) => scans.push(scan) })
    const read = (source: 'wedge' | 'serial', after: number) => {
      now += after
      router.submit({ value: source === 'wedge' ? '96385074' : '0096385074', source })
    }
    for (const after of [0, 150, 700]) read('wedge', after)
    expect(scans.map(({ value, isRepeat }) => [value, isRepeat])).toEqual([
      ['0096385074', undefined],
      ['0096385074', true],
    ])
    for (const after of [500, 700]) read('serial', after)
    expect(scans).toHaveLength(2)
    read('wedge', 1200)
    expect(scans.at(-1)).not.toHaveProperty('isRepeat')
  })

  it('reports an empty swipe once, and all typed input', () => {
    const scans: Scan[] = []
    const router = createScanRouter({ clock: { now: () => 1000 }, onScan: (scan) => scans.push(scan) })
    router.submit({ value: '', source: 'serial' })
    router.submit({ value: '', source: 'wedge' })
    router.submit({ value: '100001', source: 'manual' })
    router.submit({ value: '100001', source: 'manual' })
    expect(scans.map((scan) => scan.value)).toEqual(['', '100001', '100001'])
    expect(scans[0]?.kind).toBe('memberCard')
  })
})
