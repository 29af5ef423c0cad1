import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openSecureStore } from '#main/core/storage/secure-store.ts'
import { printerBench, queueTicket as ticket } from '#tests/support/printer-bench.ts'
import { createPrinter } from './index.ts'

const { at, start, shut, until, states, nextOutcome, probed } = printerBench()

const problem = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('storage that fails', () => {
  test('a full disk is reported to the caller and nothing is printed', async () => {
    const printer = start()
    await probed()
    at.db.pragma(`max_page_count = ${at.db.pragma('page_count', { simple: true })}`)
    const fill = (): unknown => problem(() => printer.enqueueTicket(ticket({ remark: '满'.repeat(3000) })))
    expect(fill()).toMatchObject({ code: 'storage.full' })
    await expect(printer.testPrint()).resolves.toBeDefined()
    expect(at.sink.jobs.flatMap((job) => job.qr)).toEqual(['PITLANE-TEST'])
  })

  test('a read-only file is reported to the caller, and a waiting ticket is printed only once it can be marked', async () => {
    at.sink.set('paper-out')
    const printer = start()
    printer.enqueueTicket(ticket())
    await nextOutcome()
    at.sink.set('ready')
    at.db.pragma('query_only = 1')
    expect(problem(() => printer.enqueueTicket(ticket()))).toMatchObject({ code: 'storage.readOnly' })
    at.clock.advance(15_000)
    await until(() => at.logged.some((line) => line.includes('cannot be stored')))
    expect(at.sink.jobs).toEqual([])
    at.db.pragma('query_only = 0')
    at.clock.advance(5000)
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(at.sink.jobs).toHaveLength(1)
  })

  test('an outcome that cannot be stored is stored later; the ticket is not printed again', async () => {
    at.sink.set('no-fence')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    at.db.pragma('query_only = 1')
    at.clock.advance(15_000)
    await until(() => at.logged.some((line) => line.includes('cannot be stored')))
    at.db.pragma('query_only = 0')
    at.clock.advance(5000)
    await until(() => at.outcomes.length === 1)
    expect(printer.job(job.jobId)).toMatchObject({ state: 'unknown', attempts: 1 })
  })
})

test('a failing listener does not stop printing', async () => {
  const printer = createPrinter({
    db: at.db,
    secrets: openSecureStore({ dir: at.folder }),
    receiptWords: () => null,
    printing: () => null,
    settings: () => at.settings,
    clock: at.clock,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    onStatus: () => expect.unreachable(),
    onOutcome: () => expect.unreachable(),
  })
  at.running.push(printer)
  expect(await printer.testPrint()).toMatchObject({ state: 'printed' })
  printer.enqueueTicket(ticket())
  await at.sink.waitForJob(2)
})

test('no guest data is written to the log, or unencrypted to the disk', async () => {
  const printer = start()
  printer.enqueueTicket(ticket({ racer: 'Bruce Lee', memberNo: '0004829731' }))
  await nextOutcome()
  expect(at.logged.length).toBeGreaterThan(0)
  expect(at.logged.join()).not.toMatch(/Bruce|0004829731/)
  at.db.pragma('wal_checkpoint(truncate)')
  expect(readFileSync(at.db.name, 'latin1')).not.toMatch(/Bruce|0004829731|QnJ1Y2/)
})

test('a ticket that can no longer be decrypted is cancelled and does not block others', async () => {
  at.sink.set('paper-out')
  const first = start()
  first.enqueueTicket(ticket())
  await nextOutcome()
  at.running.pop()
  await shut(first)
  rmSync(join(at.folder, 'secure-store.key'))
  at.sink.set('ready')
  const printer = start()
  printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
  expect(await nextOutcome()).toMatchObject({ state: 'cancelled', detail: 'unreadable', ticketNo: 'A008' })
  expect(await nextOutcome()).toMatchObject({ state: 'printed', ticketNo: 'A009' })
})

test('tickets are deleted after seven days', async () => {
  const printer = start()
  const job = printer.enqueueTicket(ticket())
  await nextOutcome()
  await at.clock.idle((pause) => pause === 30_000)
  at.clock.advance(7 * 24 * 3600_000 + 60_000)
  printer.enqueueTicket(ticket())
  await nextOutcome()
  expect(printer.job(job.jobId)).toBeNull()
  expect(states()).toEqual(['printed:printed:none', 'printed:printed:none'])
})

test('a paper that cannot be rendered is listed, and rendered again on request', async () => {
  const printer = start()
  const data = ticket({ timeZone: 'Nowhere/AtAll' })
  expect(printer.enqueueTicket(data)).toMatchObject({ state: 'cancelled', detail: 'unmakeable' })
  expect(await nextOutcome()).toMatchObject({ orderId: data.orderId, state: 'cancelled', detail: 'unmakeable' })
  expect(printer.list()).toMatchObject([{ orderId: data.orderId, state: 'cancelled' }])
  expect(printer.paper(printer.list()[0]?.jobId ?? '')).toBeNull()
  const mended = printer.enqueueTicket({ ...data, timeZone: 'Asia/Shanghai' })
  expect(mended.state).toBe('waiting')
  await nextOutcome()
  expect(at.sink.jobs).toHaveLength(1)
})

test('waiting and unknown jobs are listed for any number of later papers', async () => {
  const seconds = 15_000
  at.sink.set('no-fence')
  const printer = start()
  const doubtful = printer.enqueueTicket(ticket())
  await at.sink.until(() =>
    at.sink
      .raw()
      .subarray(-3)
      .equals(Buffer.of(0x1d, 0x72, 1)),
  )
  at.clock.advance(seconds)
  await until(() => at.outcomes.length === 1)
  at.settings = { ...at.settings, transport: 'none' }
  for (let count = 0; count < 120; count++) printer.cancel(printer.enqueueTicket(ticket()).jobId)
  const listed = printer.list()
  expect(listed).toHaveLength(101)
  expect(listed.at(-1)).toMatchObject({ jobId: doubtful.jobId, state: 'unknown' })
})

test('a paper can be viewed as it was printed', async () => {
  const printer = start()
  const job = printer.enqueueTicket(ticket({ ticketNo: 'A017' }))
  await nextOutcome()
  const lines = printer.paper(job.jobId)?.parts.flatMap((part) => (part.part === 'line' ? [part.text] : []))
  expect(lines).toEqual(at.sink.jobs[0]?.lines.map(({ text }) => text))
  expect(lines).toContain('A017')
  // Rendered for an Epson, and decoded with the current printer's settings.
  at.settings = { ...at.settings, maker: 'star' }
  expect(printer.paper(job.jobId)).toBeNull()
})
