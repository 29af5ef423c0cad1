import { describe, expect, it } from 'vitest'
import { createPacketLimit } from '#server/features/gateway/transports/packet-size.limit.ts'
import { DriveCommand, type RunCommand } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { createSimulatedDriver, type SimulatedDriver } from './simulated-driver.model.ts'

const LAP_MS = 20_000

const command = (seq: number, overrides: Partial<RunCommand> = {}): RunCommand => ({
  seq,
  kind: 'start',
  run: 'first',
  laps: 3,
  lapsDone: 0,
  left: null,
  back: 0,
  slowed: false,
  called: false,
  over: false,
  ...overrides,
})

function box(): { driver: SimulatedDriver; drive(until: number): void } {
  const driver = createSimulatedDriver({ lapMs: LAP_MS, random: () => 0.5 })
  driver.stop([])
  return {
    driver,
    drive(until) {
      for (let at = 0; at <= until; at += 100) driver.tick(at)
    },
  }
}

describe('simulated driver', () => {
  it('executes each command once and ignores one that is older than the last', () => {
    const { driver, drive } = box()
    expect(driver.command(command(7), 0)).toEqual({ seq: 7, result: 'done' })
    drive(5 * LAP_MS)
    const laps = driver.laps(5 * LAP_MS)
    expect(laps.map(({ number }) => number)).toEqual([1, 2, 3])
    for (const { ms, sectors = [] } of laps) expect(sectors.reduce((sum, one) => sum + one, 0)).toBeCloseTo(ms, -1)
    // A repeated start, and an older stop that arrives late.
    expect(driver.command(command(7), 6 * LAP_MS)).toEqual({ seq: 7, result: 'known' })
    expect(driver.command(command(6, { kind: 'stop', over: true }), 6 * LAP_MS)).toEqual({ seq: 6, result: 'known' })
    expect(driver.run()).toBe('first')
    driver.command(command(8, { kind: 'stop', over: true }), 6 * LAP_MS)
    // A run that has ended never starts again, even with a new command number.
    driver.command(command(9), 6 * LAP_MS)
    expect(driver.run()).toBeNull()
    for (const { run, number } of laps) driver.confirmLap({ run, number, outcome: 'new' })
    expect(driver.laps(0)).toEqual([])
  })

  it('does not drive before it knows the emergency stops, nor while one is in force', () => {
    const driver = createSimulatedDriver({ lapMs: LAP_MS, random: () => 0.5 })
    const speedAt = (now: number) => {
      driver.tick(now)
      return driver.state(now).speed
    }
    driver.command(command(1), 0)
    expect(speedAt(1000)).toBe(0)
    driver.stop([])
    expect(speedAt(2000)).toBeGreaterThan(0)
    driver.stop(['stop'])
    driver.command(command(2, { kind: 'extend', laps: 4 }), 2500)
    expect(speedAt(3000)).toBe(0)
    driver.stop([])
    expect(speedAt(4000)).toBeGreaterThan(0)
    driver.command(DriveCommand.parse({ seq: 3, kind: 'drive', gear: 0, speed: 100 }), 4500)
    expect(speedAt(5000)).toBe(0)
  })

  it('stops by its own clock when its time is over', () => {
    const { driver, drive } = box()
    driver.command(command(1, { laps: 0, left: 3 * LAP_MS }), 0)
    drive(10 * LAP_MS)
    expect(driver.laps(10 * LAP_MS).length).toBeLessThanOrEqual(3)
    expect(driver.state(10 * LAP_MS).speed).toBe(0)
  })
})

describe('packet size limit', () => {
  const packet = (length: number): Buffer => {
    const bytes = [0x30]
    let left = length
    do {
      bytes.push((left % 128) + (left >= 128 ? 128 : 0))
      left = Math.floor(left / 128)
    } while (left > 0)
    return Buffer.concat([Buffer.from(bytes), Buffer.alloc(length)])
  }

  it('accepts packets however the stream is split, unless one is too long', () => {
    const whole = Buffer.concat([packet(0), packet(300), packet(1000)])
    for (const size of [1, 3, 500, whole.length]) {
      const admits = createPacketLimit(1000)
      for (let at = 0; at < whole.length; at += size) expect(admits(whole.subarray(at, at + size))).toBe(true)
      expect(admits(packet(1001))).toBe(false)
    }
    expect(createPacketLimit(1000)(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f]))).toBe(false)
  })
})
