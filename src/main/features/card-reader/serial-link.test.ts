import { describe, expect, it } from 'vitest'
import { backOff } from '#main/core/device-link.ts'
import type { PortInfo, SerialHandlers } from './ports.ts'
import { createSerialLink } from './serial-link.ts'

/** A link with fake attempts, pauses and ports. */
function startLink(options: { ports?: PortInfo[]; random?: number } = {}) {
  const opened: { path: string; handlers: SerialHandlers; closed: boolean }[] = []
  const pauses: { ms: number; run: () => void; cancelled: boolean }[] = []
  const states: string[] = []
  const world = { ports: options.ports ?? [] }
  const link = createSerialLink(
    { path: '/dev/ttyUSB0', baudRate: 9600 },
    {
      driver: {
        open({ path }, handlers) {
          const attempt = { path, handlers, closed: false }
          opened.push(attempt)
          return {
            close() {
              attempt.closed = true
              return Promise.resolve()
            },
          }
        },
        list: () => Promise.resolve(world.ports),
      },
      clock: {
        now: () => 0,
        after(ms, run) {
          const pause = { ms, run, cancelled: false }
          pauses.push(pause)
          return () => {
            pause.cancelled = true
          }
        },
      },
      random: () => options.random ?? 0,
      onState: (state) => states.push(state),
      onData: () => states.push('data'),
    },
  )
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { link, opened, pauses, states, world, settle }
}

const reader: PortInfo = { path: '/dev/ttyUSB0', vendorId: '1a86', productId: '7523', serialNumber: 'A1' }

describe('the pause before the next attempt', () => {
  it('doubles from 250 ms to 15 s, with up to a fifth of jitter', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map((n) => backOff(n, 0))).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 15000, 15000, 15000,
    ])
    expect(backOff(0, 1)).toBe(200)
    expect(backOff(50, 1)).toBe(12000)
  })
})

describe('serial link', () => {
  it('grows its pauses on failures, and resets them after a success', async () => {
    const { link, opened, pauses, states, settle } = startLink()
    link.start()
    for (let i = 0; i < 8; i++) {
      await settle()
      opened.at(-1)?.handlers.onLost('no such file')
      pauses.at(-1)?.run()
    }
    expect(pauses.map((pause) => pause.ms)).toEqual([250, 500, 1000, 2000, 4000, 8000, 15000, 15000])
    await settle()
    opened.at(-1)?.handlers.onOpen()
    opened.at(-1)?.handlers.onLost('pulled out')
    expect(pauses.at(-1)?.ms).toBe(250)
    expect(new Set(states)).toEqual(new Set(['opening', 'lost', 'ready']))
    expect(opened).toHaveLength(9)
  })

  it('tries at once on resume, and leaves a working connection alone', async () => {
    const { link, opened, pauses, settle } = startLink()
    link.start()
    await settle()
    opened[0]?.handlers.onLost('asleep')
    link.resume()
    link.resume()
    await settle()
    expect(pauses[0]?.cancelled).toBe(true)
    expect(opened).toHaveLength(2)
    opened[1]?.handlers.onOpen()
    link.resume()
    await settle()
    expect(opened).toHaveLength(2)
  })

  it('finds a reader again under another port name', async () => {
    const { link, opened, pauses, world, settle } = startLink({ ports: [reader] })
    link.start()
    await settle()
    opened[0]?.handlers.onOpen()
    await settle()
    world.ports = [
      { path: '/dev/ttyUSB0', vendorId: '067b', productId: '2303' },
      { ...reader, path: '/dev/ttyUSB1' },
    ]
    opened[0]?.handlers.onLost('pulled out')
    pauses[0]?.run()
    await settle()
    expect(opened[1]?.path).toBe('/dev/ttyUSB1')
  })

  it('does not choose between two identical readers', async () => {
    const { link, opened, pauses, world, settle } = startLink({ ports: [reader] })
    link.start()
    await settle()
    opened[0]?.handlers.onOpen()
    await settle()
    world.ports = [
      { ...reader, path: '/dev/ttyUSB1' },
      { ...reader, path: '/dev/ttyUSB2' },
    ]
    opened[0]?.handlers.onLost('pulled out')
    pauses[0]?.run()
    await settle()
    expect(opened[1]?.path).toBe('/dev/ttyUSB0')
  })

  it('ignores events of earlier attempts', async () => {
    const { link, opened, pauses, states, settle } = startLink()
    link.start()
    await settle()
    opened[0]?.handlers.onLost('pulled out')
    pauses[0]?.run()
    await settle()
    opened[1]?.handlers.onOpen()
    opened[0]?.handlers.onData(Uint8Array.of(1))
    opened[0]?.handlers.onLost('late')
    expect(states).toEqual(['opening', 'lost', 'ready'])
    await link.close()
    expect(opened[1]?.closed).toBe(true)
    opened[1]?.handlers.onData(Uint8Array.of(1))
    expect(states).toHaveLength(3)
  })
})
