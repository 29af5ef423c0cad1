import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#main/core/storage/database.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import { startPrinterSink } from '#tests/support/escpos/index.ts'
import { printerBench, queueTicket as ticket } from '#tests/support/printer-bench.ts'
import { type Printer, printerMigrations } from './index.ts'

const { at, start, shut, until, states, nextOutcome, probed } = printerBench()

const problem = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('a printer that is away', () => {
  test('a refused connection is not-sent, and the ticket is printed when the printer is back', async () => {
    const { port } = at.sink
    await at.sink.close()
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'not-sent', detail: 'unreachable' })
    expect(printer.status()).toMatchObject({ state: 'lost', problem: 'unreachable', waiting: 1 })
    at.sink = await startPrinterSink({ port })
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ state: 'printed', attempts: 2 })
    expect(at.sink.jobs).toHaveLength(1)
  })

  test('the pauses grow to a second and a half at most', async () => {
    await at.sink.close()
    const printer = start()
    printer.enqueueTicket(ticket())
    const pauses: number[] = []
    for (let round = 0; round < 10; round++) {
      await nextOutcome()
      const pause = await at.clock.idle()
      pauses.push(pause)
      at.clock.advance(pause)
    }
    for (const [round, pause] of pauses.entries()) {
      const longest = Math.min(1500, 250 * 2 ** round)
      expect(pause).toBeLessThanOrEqual(longest)
      expect(pause).toBeGreaterThanOrEqual(longest * 0.8 - 1)
    }
    at.sink = await startPrinterSink()
  })

  test('new settings are used at once', async () => {
    const printer = start()
    await probed()
    at.settings = { ...at.settings, transport: 'none' }
    const job = printer.enqueueTicket(ticket())
    await until(() => at.statuses.at(-1)?.state === 'off')
    expect(printer.status()).toMatchObject({ state: 'off', address: '', waiting: 1 })
    await expect(printer.testPrint()).rejects.toMatchObject({ code: 'devices.notConfigured' })
    at.settings = { ...at.settings, transport: 'tcp' }
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed' })
  })
})

describe('an unknown outcome', () => {
  test('an interrupted connection is unknown and never retried automatically', async () => {
    const printer = start()
    await probed()
    at.sink.cutAfter(200)
    const data = ticket()
    const job = printer.enqueueTicket(data)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', outcome: 'unknown', detail: 'cut-off' })
    at.sink.cutAfter(null)
    at.clock.advance(120_000)
    printer.wake()
    await probed()
    expect(printer.status()).toMatchObject({ waiting: 0, unknown: 1 })
    expect(at.sink.jobs.map((printed) => printed.complete)).toEqual([false])
    const copy = printer.resolve(job.jobId, 'reprint')
    expect(copy).toMatchObject({ copyNo: 2, state: 'waiting' })
    await until(() => at.outcomes.at(-1)?.jobId === copy.jobId)
    expect(at.sink.jobs[1]?.lines.some((line) => line.text === '补打 COPY 2')).toBe(true)
    expect(printer.resolve(job.jobId, 'reprint').state).toBe('cancelled')
    expect(at.sink.jobs).toHaveLength(2)
  })

  test('an interruption at any byte is unknown or printed, never sent twice', async () => {
    const printer = start()
    await probed()
    for (const bytes of [13, 14, 100, 300, 500]) {
      at.sink.cutAfter(bytes)
      printer.enqueueTicket(ticket())
      expect(await nextOutcome()).toMatchObject({ state: 'unknown', attempts: 1 })
    }
  })

  test('the cashier confirms that it was printed', async () => {
    const printer = start()
    await probed()
    at.sink.cutAfter(200)
    const job = printer.enqueueTicket(ticket())
    await nextOutcome()
    expect(printer.resolve(job.jobId, 'printed')).toMatchObject({ state: 'printed', outcome: 'unknown' })
    expect(states()).toEqual(['unknown:unknown:cut-off', 'printed:unknown:cut-off'])
    expect(printer.status().unknown).toBe(0)
    expect(problem(() => printer.resolve('nothing', 'printed'))).toMatchObject({ code: 'common.recordNotFound' })
  })

  test('a printer without answers is unknown if answers are expected', async () => {
    at.sink.set('silent')
    const printer = start()
    await at.sink.until(() => at.sink.raw().length === 3)
    at.clock.advance(1000)
    await until(() => at.statuses.at(-1)?.state === 'lost')
    printer.enqueueTicket(ticket())
    await at.sink.until(() => at.sink.raw().length === 6)
    at.clock.advance(1000)
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    at.clock.advance(15_000)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', detail: 'no-answer', attempts: 1 })
  })

  test('a printer without answers is sent if none are expected', async () => {
    at.sink.set('silent')
    at.settings = { ...at.settings, answers: false }
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'sent', outcome: 'sent', detail: 'none' })
    const printed = await at.sink.waitForJob(1)
    expect(printed).toMatchObject({ complete: true, cuts: 1 })
    expect(printed.commands).not.toContain('status')
    expect(printed.commands).not.toContain('fence')
  })

  test('a printer that no longer answers gets no jobs', async () => {
    const printer = start()
    await probed()
    at.sink.set('silent')
    const before = at.sink.raw().length
    printer.enqueueTicket(ticket())
    await at.sink.until(() => at.sink.raw().length > before)
    at.clock.advance(1000)
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'not-sent', detail: 'no-answer' })
    at.sink.set('ready')
    printer.wake()
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(at.sink.jobs).toHaveLength(1)
  })

  test('running out of paper within a job is unknown, with the reason', async () => {
    at.sink.set('no-fence')
    const printer = start()
    await probed()
    printer.enqueueTicket(ticket())
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    at.sink.set('paper-out')
    at.clock.advance(15_000)
    expect(await nextOutcome()).toMatchObject({ state: 'unknown', detail: 'paper-out' })
    expect(printer.status()).toMatchObject({ state: 'error', problem: 'paper-out', unknown: 1 })
  })

  test('after a crash within a job it is unknown and not printed automatically', async () => {
    at.sink.set('no-fence')
    start()
    const data = ticket()
    const job = at.running[0]?.enqueueTicket(data)
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    // The file as left by a killed process: copied during the job.
    const crashed = join(at.folder, 'crashed.sqlite')
    at.db.pragma('wal_checkpoint(full)')
    writeFileSync(crashed, readFileSync(at.db.name))
    await shut(at.running.pop() as Printer)
    at.db.close()
    at.db = openDatabase(crashed, printerMigrations)
    at.sink.set('ready')
    const seen = at.outcomes.length
    const printer = start()
    await until(() => at.outcomes.length > seen)
    expect(at.outcomes.slice(seen)).toMatchObject([{ jobId: job?.jobId, state: 'unknown', detail: 'restarted' }])
    expect(printer.enqueueTicket(data).state).toBe('unknown')
    printer.wake()
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(at.sink.jobs.filter((printed) => printed.qr[0] === ticketCode(data.orderId))).toHaveLength(1)
    expect(printer.status()).toMatchObject({ waiting: 0, unknown: 1 })
  })

  test('a shutdown within a job stores the unknown outcome', async () => {
    at.sink.set('no-fence')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    const closed = printer.close()
    at.clock.advance(2000)
    await closed
    expect(printer.job(job.jobId)).toMatchObject({ state: 'unknown', detail: 'cut-off' })
  })
})
