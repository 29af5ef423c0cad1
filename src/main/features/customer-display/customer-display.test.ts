import { createReadStream } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { CustomerDisplaySettings } from '#shared/ipc/customer-display.ts'
import { openSerialPair } from '#tests/support/serial/index.ts'
import { until } from '#tests/support/until.ts'
import { createCustomerDisplay } from './index.ts'
import { renderView } from './line-display.ts'

const say = (bytes: Buffer): string => bytes.toString('latin1')

describe('the output of a line display', () => {
  it('is digits with their lamp, or two lines of twenty characters', () => {
    expect(say(renderView('led8', { kind: 'due', amount: 88.5 }))).toBe('\x1bs2\x1bQA88.50\r')
    expect(say(renderView('led8', { kind: 'balance', amount: 500 }))).toBe('\x1bs0\x1bQA500.00\r')
    expect(say(renderView('led8', { kind: 'welcome' }))).toBe('\x1bs0\x1bQA0.00\r')
    expect(say(renderView('vfd', { kind: 'due', amount: 88.5 }))).toBe(
      `\x0c\x1bQATOTAL${' '.repeat(15)}\r\x1bQB${' '.repeat(15)}88.50\r`,
    )
  })

  it('is empty instead of a truncated amount', () => {
    expect(say(renderView('led8', { kind: 'due', amount: 999_999.99 }))).toContain('QA999999.99')
    expect(say(renderView('led8', { kind: 'due', amount: 1_000_000 }))).not.toContain('QA')
  })
})

/** A display on a real port, recording its input. */
async function plugIn() {
  const pair = await openSerialPair()
  onTestFinished(() => pair.close())
  let heard = ''
  const listen = () => {
    const stream = createReadStream(pair.devicePath, { encoding: 'latin1' })
    stream.on('data', (text) => {
      heard += text
    })
    stream.on('error', () => undefined)
    onTestFinished(() => void stream.destroy())
  }
  listen()
  return { pair, listen, heard: () => heard, forget: () => (heard = '') }
}

describe('a customer display on a real line', () => {
  it('shows the last view of the counter again after a replug', async () => {
    const { pair, listen, heard, forget } = await plugIn()
    const settings = CustomerDisplaySettings.parse({ path: pair.readerPath })
    const display = createCustomerDisplay({
      settings: () => settings,
      clock: systemClock,
      log: { info: () => {} },
      random: () => 1,
    })
    onTestFinished(() => display.close())
    display.show({ kind: 'due', amount: 30 })
    await display.applySettings()
    await until(() => expect(heard()).toBe('\x1b@\x1bs2\x1bQA30.00\r'))

    display.show({ kind: 'balance', amount: 470 })
    await until(() => expect(heard()).toContain('QA470.00\r'))
    await pair.unplug()
    await until(() => expect(display.state()).toBe('lost'))
    display.show({ kind: 'due', amount: 12.5 })
    forget()
    await pair.plug()
    listen()
    display.resume()
    await until(() => expect(heard()).toBe('\x1b@\x1bs2\x1bQA12.50\r'))
  })

  it('shows a price from the server until the next view of the counter, or for a minute', async () => {
    const { pair, heard, forget } = await plugIn()
    const settings = CustomerDisplaySettings.parse({ path: pair.readerPath })
    let later: { ms: number; run: () => void }[] = []
    const clock = {
      now: () => 0,
      after(ms: number, run: () => void) {
        const one = { ms, run }
        later.push(one)
        return () => {
          later = later.filter((other) => other !== one)
        }
      },
    }
    const display = createCustomerDisplay({ settings: () => settings, clock, log: { info: () => {} } })
    onTestFinished(() => display.close())
    await display.applySettings()
    await until(() => expect(heard()).toContain('QA0.00\r'))
    display.showSent(55)
    display.showSent(66)
    await until(() => expect(heard()).toContain('QA66.00\r'))
    forget()
    expect(later.map(({ ms }) => ms)).toEqual([60_000])
    later[0]?.run()
    await until(() => expect(heard()).toBe('\x1bs0\x1bQA0.00\r'))
    display.showSent(77)
    display.show({ kind: 'due', amount: 5 })
    expect(later).toEqual([])
    await until(() => expect(heard()).toMatch(/QA77\.00\r.*QA5\.00\r$/s))
  })
})
