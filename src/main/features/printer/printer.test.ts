import { describe, expect, test } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { ticketCode } from '#shared/features/scans/index.ts'
import { printerBench, queueTicket as ticket } from '#tests/support/printer-bench.ts'

const { at, start, until, nextOutcome, probed } = printerBench()

const problem = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('a printer that works', () => {
  test('a ticket is printed once, completely, and confirmed', async () => {
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    expect(job).toMatchObject({ state: 'waiting', copyNo: 1, ticketNo: 'A008', orderId: data.orderId, detail: 'none' })
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed', outcome: 'printed', attempts: 1 })
    const printed = await at.sink.waitForJob(1)
    expect(printed).toMatchObject({ complete: true, qr: [ticketCode(data.orderId)], cuts: 1 })
    expect(printed.lines.map((line) => line.text)).toContain('A008')
    expect(printer.status()).toMatchObject({ state: 'ready', problem: 'none', waiting: 0, unknown: 0 })
    expect(printer.status().address).toBe(`127.0.0.1:${at.sink.port}`)
  })

  test('a ticket requested twice is printed once', async () => {
    const printer = start()
    const data = ticket()
    const first = printer.enqueueTicket(data)
    expect(printer.enqueueTicket(data).jobId).toBe(first.jobId)
    await nextOutcome()
    expect(printer.enqueueTicket(data)).toMatchObject({ jobId: first.jobId, state: 'printed' })
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(at.sink.jobs.map((job) => job.qr[0] === ticketCode(data.orderId))).toEqual([true, false])
  })

  test('a reprint is marked as the next copy', async () => {
    const printer = start()
    const data = ticket()
    printer.enqueueTicket(data)
    await nextOutcome()
    expect(printer.reprint(data.orderId).copyNo).toBe(2)
    await nextOutcome()
    expect(printer.reprint(data.orderId).copyNo).toBe(3)
    await nextOutcome()
    const copies = at.sink.jobs.map((job) => job.lines.find((line) => line.text.includes('COPY'))?.text)
    expect(copies).toEqual([undefined, '补打 COPY 2', '补打 COPY 3'])
    expect(printer.list().map((job) => job.copyNo)).toEqual([3, 2, 1])
    expect(problem(() => printer.reprint(newId()))).toMatchObject({ code: 'common.recordNotFound' })
  })

  test('a slow printer receives the complete job', async () => {
    at.sink.set('slow')
    start().enqueueTicket(ticket({ remark: '很长的备注'.repeat(200) }))
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect((await at.sink.waitForJob(1)).complete).toBe(true)
  })

  test('twenty tickets are printed in order, not interleaved', async () => {
    const printer = start()
    const tickets = Array.from({ length: 20 }, (_, index) =>
      ticket({ ticketNo: `A${String(index + 1).padStart(3, '0')}` }),
    )
    for (const data of tickets) printer.enqueueTicket(data)
    await until(() => at.outcomes.length === 20)
    expect(at.sink.jobs.map((job) => [job.lines[4]?.text, job.qr.join()])).toEqual(
      tickets.map((data) => [data.ticketNo, ticketCode(data.orderId)]),
    )
    expect(at.sink.jobs.every((job) => job.complete && job.cuts === 1)).toBe(true)
  })

  test('low paper is shown and does not stop printing', async () => {
    at.sink.set('paper-low')
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'printed' })
    expect(printer.status()).toMatchObject({ state: 'ready', paperLow: true })
  })

  test('a ticket stored in a transaction that fails is not printed', async () => {
    const printer = start()
    await at.clock.idle((pause) => pause === 30_000)
    const undo = at.db.transaction(() => {
      printer.enqueueTicket(ticket())
      throw new Error('changed my mind')
    })
    expect(undo).toThrow('changed my mind')
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(at.sink.jobs.map((job) => job.lines[4]?.text)).toEqual(['A009'])
    expect(printer.list()).toHaveLength(1)
  })

  test('the test page and the drawer return their outcome', async () => {
    const printer = start()
    expect(await printer.testPrint('en')).toMatchObject({ kind: 'test', state: 'printed' })
    expect(await printer.openDrawer(newId())).toMatchObject({ kind: 'drawer', state: 'printed' })
    expect(at.sink.jobs.map((job) => job.drawerKicks.length)).toEqual([0, 1])
    expect(at.sink.jobs[0]?.lines[0]?.text).toBe('Printer test page')
    expect(printer.list()).toEqual([])
  })
})

describe('a printer that says no', () => {
  test.each([
    ['paper-out', 'paper-out'],
    ['cover-open', 'cover-open'],
  ] as const)('%s: nothing is sent, and the ticket comes out by itself afterwards', async (mode, detail) => {
    at.sink.set(mode)
    const printer = start()
    printer.enqueueTicket(ticket())
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', outcome: 'blocked', detail })
    expect(printer.status()).toMatchObject({ state: 'error', problem: mode, waiting: 1 })
    expect(at.sink.jobs).toEqual([])
    at.clock.advance(500)
    expect(await nextOutcome()).toMatchObject({ state: 'waiting', attempts: 2 })
    at.sink.set('ready')
    at.clock.advance(3000)
    expect(await nextOutcome()).toMatchObject({ state: 'printed', attempts: 3 })
    expect(at.sink.jobs).toHaveLength(1)
    expect(printer.status()).toMatchObject({ state: 'ready', problem: 'none', waiting: 0 })
  })

  test('the state is queried before the first ticket, and again soon while there is a problem', async () => {
    at.sink.set('paper-out')
    start()
    await until(() => at.statuses.at(-1)?.problem === 'paper-out')
    at.sink.set('ready')
    await at.clock.idle((pause) => pause === 1500)
    at.clock.advance(1500)
    await probed()
    expect(at.sink.jobs).toEqual([])
  })

  test('a copy of a cancelled ticket replaces it, marked as possibly existing', async () => {
    const printer = start()
    at.sink.set('paper-out')
    const wanted = ticket()
    const { jobId } = printer.enqueueTicket(wanted)
    await nextOutcome()
    printer.cancel(jobId)
    at.sink.set('ready')
    expect(printer.reprint(wanted.orderId)).toMatchObject({ jobId, copyNo: 1, state: 'waiting' })
    await until(() => at.sink.jobs.length === 1)
    expect(at.sink.jobs[0]?.lines.map(({ text }) => text).join()).toContain('COPY')
  })

  test('a ticket never printed here is printed as a copy from its order', async () => {
    const printer = start()
    const known = ticket()
    expect(() => printer.reprint(known.orderId)).toThrow()
    printer.reprint(known.orderId, known)
    await until(() => at.sink.jobs.length === 1)
    expect(at.sink.jobs[0]?.lines.map(({ text }) => text).join()).toContain('COPY')
  })

  test('a sale opens the drawer once, also for repeated and concurrent calls', async () => {
    const printer = start()
    const sale = newId()
    const asked = await Promise.all([printer.openDrawer(sale), printer.openDrawer(sale)])
    expect(new Set(asked.map((job) => job?.jobId)).size).toBe(1)
    expect(await printer.openDrawer(sale)).toMatchObject({ state: 'printed' })
    expect(await printer.openDrawer(newId())).toMatchObject({ state: 'printed' })
    expect(at.sink.jobs.flatMap((job) => job.drawerKicks)).toHaveLength(2)
    at.settings = { ...at.settings, drawer: 'none' }
    expect(await printer.openDrawer(newId())).toBeNull()
    at.settings = { ...at.settings, drawer: 'pin5' }
    await printer.openDrawer(newId())
    expect(at.sink.jobs.flatMap((job) => job.drawerKicks).map(({ pin }) => pin)).toEqual([2, 2, 5])
  })

  test('a drawer pulse is not retried, and an old one is not sent', async () => {
    at.sink.set('cover-open')
    const printer = start()
    await until(() => at.statuses.at(-1)?.state === 'error')
    expect(await printer.openDrawer(newId())).toMatchObject({
      state: 'cancelled',
      outcome: 'blocked',
      detail: 'cover-open',
    })
    at.sink.set('no-fence')
    printer.enqueueTicket(ticket())
    await at.sink.until(() =>
      at.sink
        .raw()
        .subarray(-3)
        .equals(Buffer.of(0x1d, 0x72, 1)),
    )
    const late = printer.openDrawer(newId())
    at.clock.advance(15_000)
    expect(await late).toMatchObject({ state: 'expired', attempts: 0 })
    expect(at.sink.jobs.flatMap((job) => job.drawerKicks)).toEqual([])
  })

  test('an expired ticket is not printed', async () => {
    at.sink.set('paper-out')
    const printer = start()
    printer.enqueueTicket(ticket(), { expiresAt: new Date(at.clock.now() + 1000) })
    await nextOutcome()
    at.sink.set('ready')
    at.clock.advance(1500)
    await until(() => at.outcomes.at(-1)?.state === 'expired')
    expect(at.sink.jobs).toEqual([])
  })

  test('a waiting ticket can be cancelled', async () => {
    at.sink.set('paper-out')
    const printer = start()
    const job = printer.enqueueTicket(ticket())
    await nextOutcome()
    expect(printer.cancel(job.jobId).state).toBe('cancelled')
    at.sink.set('ready')
    printer.enqueueTicket(ticket({ ticketNo: 'A009' }))
    await nextOutcome()
    expect(at.sink.jobs.map((printed) => printed.lines[4]?.text)).toEqual(['A009'])
  })

  test('a ticket cancelled or expired before it was sent can be requested again', async () => {
    at.sink.set('paper-out')
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    await nextOutcome()
    printer.cancel(job.jobId)
    const again = printer.enqueueTicket(data, { markCopy: true, expiresAt: new Date(at.clock.now() + 1000) })
    expect(again).toMatchObject({ jobId: job.jobId, state: 'waiting', outcome: null, detail: 'none' })
    await nextOutcome()
    at.clock.advance(2000)
    await until(() => at.outcomes.at(-1)?.state === 'expired')
    at.sink.set('ready')
    printer.enqueueTicket(data)
    expect(await nextOutcome()).toMatchObject({ jobId: job.jobId, state: 'printed' })
    expect(printer.enqueueTicket(data).state).toBe('printed')
    expect(at.sink.jobs).toHaveLength(1)
  })

  test('requesting a waiting ticket again does not create a second one', async () => {
    at.sink.set('paper-out')
    const printer = start()
    const data = ticket()
    const job = printer.enqueueTicket(data)
    await nextOutcome()
    at.sink.set('ready')
    expect(printer.reprint(data.orderId).jobId).toBe(job.jobId)
    await nextOutcome()
    expect(at.sink.jobs).toHaveLength(1)
  })
})
