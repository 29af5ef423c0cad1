import { describe, expect, it } from 'vitest'
import { itemValueOf } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.schema.ts'
import type { Snapshot } from '#shared/features/terminals/snapshot.schema.ts'
import type { PrintJob } from '#shared/features/terminals/terminals.contract.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

let count = 0
async function terminal(printId = ''): Promise<string> {
  const id = newId()
  count += 1
  await cashier.terminals.register({ body: { id, name: `终端${count}`, prefix: `T${count}`, printId } })
  return id
}

async function order(given: Parameters<Venue['start']>[0] = {}): Promise<string> {
  const key = newId()
  const vehicle = await venue.vehicle()
  await cashier.playBeforePay.add({ body: venue.start({ vehicleId: vehicle.id, ...given }), key })
  return key
}

const claim = async (terminalId: string, orderId: string): Promise<PrintJob | undefined> => {
  const { result } = await cashier.terminals.claimPrintJobs({ body: { terminalId } })
  return result.find(({ ticket }) => ticket.orderId === orderId)
}

const report = (id: string, terminalId: string, outcome: 'printed' | 'blocked' | 'unknown' | 'not-sent' | 'sent') =>
  cashier.terminals.reportPrintJob({ body: { id, terminalId, outcome } })

describe('a print job', () => {
  it('goes to one of two terminals that claim it at once', async () => {
    const [a, b] = [await terminal(), await terminal()]
    for (let round = 0; round < 10; round++) {
      const id = await order()
      const claims = await Promise.all([claim(a, id), claim(b, id)])
      expect(claims.filter(Boolean)).toHaveLength(1)
    }
  })

  it('waits a moment for the terminal that started the session', async () => {
    const [own, other] = [await terminal(), await terminal()]
    const id = await order({ terminalId: own })
    expect(await claim(other, id)).toBeUndefined()
    expect(await claim(own, id)).toMatchObject({ attempt: 1, copyNo: 0 })
    const second = await order({ terminalId: own })
    server.clock.advance(30_000)
    expect(await claim(other, second)).toBeUndefined()
    server.clock.advance(31_000)
    // It may have printed the ticket without reporting it, so the other one says COPY.
    expect(await claim(other, second)).toMatchObject({ attempt: 2 })
  })

  it('is offered again as the second attempt when a claim expires', async () => {
    const [dead, alive] = [await terminal(), await terminal()]
    const id = await order()
    const job = await claim(dead, id)
    expect(await claim(alive, id)).toBeUndefined()
    server.clock.advance(31_000)
    expect(await claim(alive, id)).toMatchObject({ id: job?.id, attempt: 2 })
    expect(await codeOf(report(job?.id ?? '', dead, 'printed'))).toBe('print.claimLost')
    await report(job?.id ?? '', alive, 'printed')
    server.clock.advance(31_000)
    expect(await claim(dead, id)).toBeUndefined()
  })

  it('has the id of its order, and is closed by the terminal that printed it from the answer to its start', async () => {
    const [own, other] = [await terminal(), await terminal()]
    const id = await order({ terminalId: own })
    await report(id, own, 'printed')
    server.clock.advance(61_000)
    expect(await claim(other, id)).toBeUndefined()
    const nobodys = await order()
    await report(nobodys, own, 'printed')
    expect(await claim(other, nobodys)).toBeUndefined()
    const taken = await order()
    expect(await claim(other, taken)).toMatchObject({ id: taken })
    expect(await codeOf(report(taken, own, 'printed'))).toBe('print.claimLost')
  })

  it('is offered again at once, as the same attempt, to the terminal that claimed it and lost it in a crash', async () => {
    const own = await terminal()
    const id = await order()
    expect(await claim(own, id)).toMatchObject({ attempt: 1 })
    expect(await claim(own, id)).toMatchObject({ attempt: 1 })
  })

  it('is offered again if nothing was printed, and the next attempt is the first again', async () => {
    const [empty, full] = [await terminal(), await terminal()]
    const id = await order()
    const job = await claim(empty, id)
    await report(job?.id ?? '', empty, 'blocked')
    expect(await claim(empty, id)).toBeUndefined()
    expect(await claim(full, id)).toMatchObject({ attempt: 1 })
    await report(job?.id ?? '', full, 'unknown')
    server.clock.advance(31_000)
    expect(await claim(empty, id)).toBeUndefined()
  })

  it('is offered again to the only printer of the store after a pause', async () => {
    const only = await terminal()
    const id = await order()
    await report((await claim(only, id))?.id ?? '', only, 'not-sent')
    server.clock.advance(11_000)
    expect(await claim(only, id)).toMatchObject({ attempt: 1 })
    await report(id, only, 'blocked')
    expect(await claim(only, id)).toBeUndefined()
    const { result } = await cashier.terminals.claimPrintJobs({ body: { terminalId: only, recovered: true } })
    expect(result).toMatchObject([{ id, attempt: 1 }])
  })

  it('may be reported twice', async () => {
    const id = await terminal()
    const job = await claim(id, await order())
    await report(job?.id ?? '', id, 'sent')
    await report(job?.id ?? '', id, 'sent')
    expect(await venue.rows('printJob').where('id', job?.id)).toMatchObject([{ state: 'printed', outcome: 'sent' }])
  })

  it('is not offered to other printers than its own, and to none after it expired', async () => {
    const [bar, desk] = [await terminal('bar'), await terminal('desk')]
    const id = await order({ printId: 'bar' })
    expect(await claim(desk, id)).toBeUndefined()
    expect(await claim(bar, id)).toBeDefined()
    const late = await order()
    server.clock.advance(3 * 3_600_000)
    expect(await claim(desk, late)).toBeUndefined()
  })

  it('requires a registered terminal of the store', async () => {
    expect(await codeOf(cashier.terminals.claimPrintJobs({ body: { terminalId: newId() } }))).toBe('terminals.unknown')
    expect(await codeOf(report(newId(), await terminal(), 'printed'))).toBe('common.recordNotFound')
  })
})

describe('a start that the server refuses', () => {
  it('is stored once for the manager until it is closed, also if it is reported repeatedly', async () => {
    const id = newId()
    const terminalId = await terminal()
    const body = { id, terminalId, code: 'sync.serverFails' as const, payload: { racer: '甲', people: 1 } }
    await cashier.terminals.storeRefusal({ body })
    await cashier.terminals.storeRefusal({ body })
    const manager = await server.signIn('manager', STORE)
    const open = async () => (await manager.terminals.refusals({ query: { state: 'open' } })).result.records
    expect((await open()).filter((one) => one.id === id)).toMatchObject([
      { code: 'sync.serverFails', payload: body.payload },
    ])
    await cashier.terminals.dismissRefusal({ body: { id, remark: '已手工处理' } })
    expect((await open()).filter((one) => one.id === id)).toEqual([])
  })
})

describe('a terminal', () => {
  it('registers once and may change its name, which the records then show', async () => {
    const id = newId()
    const body = { id, name: '前台', prefix: 'Q1' }
    const { result } = await cashier.terminals.register({ body })
    expect(result).toEqual({ id, orgCode: STORE, prefix: 'Q1' })
    await cashier.terminals.register({ body: { ...body, name: '前台二' } })
    expect(await venue.rows('terminal').where('id', id)).toMatchObject([{ name: '前台二' }])
    const key = await order({ terminalId: id })
    const { result: page } = await cashier.playBeforePay.list({ query: { id: key } })
    expect(page.records[0]?.terminalName).toBe('前台二')
  })

  it('never shares the prefix of its offline tickets, also if many request it at once', async () => {
    const ids = Array.from({ length: 6 }, newId)
    const register = (id: string) => cashier.terminals.register({ body: { id, name: '新终端', prefix: 'W1' } })
    const answers = await Promise.all(ids.map(register))
    expect(answers.map(({ result }) => result.prefix).sort()).toEqual(['W1', 'W2', 'W3', 'W4', 'W5', 'W6'])
    const again = await Promise.all(answers.map(({ result }) => register(result.id)))
    expect(new Set(again.map(({ result }) => result.prefix)).size).toBe(6)
  })

  it('gives the prefix of a terminal that was not seen for a month to the one that replaces it', async () => {
    const old = newId()
    await cashier.terminals.register({ body: { id: old, name: '旧电脑', prefix: 'X1' } })
    await venue.lastSeen(old, new Date(Date.now() - 31 * 24 * 3600_000))
    const { result } = await cashier.terminals.register({ body: { id: newId(), name: '新电脑', prefix: 'X1' } })
    expect(result.prefix).toBe('X1')
    expect(await venue.rows('terminal').where('id', old)).toMatchObject([{ prefix: '' }])
  })

  it('downloads all data that the counter needs without the server', async () => {
    const { result } = await cashier.terminals.snapshot()
    expect(result.store).toMatchObject({
      orgCode: STORE,
      apps: ['XWHF'],
      acceptsCash: 'YES',
      queuePrefix: 'A',
      queueMinutes: 60,
      hungOrderLimit: 5,
      timeZone: 'Asia/Shanghai',
      dayStartHour: 0,
      chargeOrder: 'paidFirst',
    })
    expect(new Set(result.rules.map(({ consumeTypeRole }) => consumeTypeRole))).toEqual(new Set(ConsumeType.options))
    expect(result.vehicles.filter(({ state }) => state === 'maintenance')).toHaveLength(1)
    expect(result.vehicles.length).toBeGreaterThanOrEqual(8)
    expect(result.cashiers.map(({ realname }) => realname)).toContain('周晓雯')
    expect(result.dicts.play_state?.find(({ value }) => value === itemValueOf('play_state', 'PENDING'))?.text).toBe(
      '挂单',
    )
    const english = await server.client(cashier.token, 'en').terminals.snapshot()
    expect(english.result.dicts.play_state?.[0]?.text).not.toMatch(/\p{Script=Han}/u)
  })

  it('downloads only parts that differ from its hashes, and all parts without hashes', async () => {
    const changed = async (query: Snapshot['marks']) => {
      const { takenAt: _, marks, ...parts } = (await cashier.terminals.snapshotChanges({ query })).result
      return { marks, parts: Object.keys(parts) }
    }
    const { takenAt: _, ...whole } = (await cashier.terminals.snapshot()).result
    expect((await cashier.terminals.snapshotChanges({ query: {} })).result).toMatchObject(whole)
    expect(await changed(whole.marks)).toEqual({ marks: whole.marks, parts: [] })

    const { id } = await venue.rule({ price: 4200 })
    const { marks, parts } = await changed(whole.marks)
    expect(parts).toEqual(['rules'])
    const { rules = [] } = (await cashier.terminals.snapshotChanges({ query: whole.marks })).result
    expect(rules.find((rule) => rule.id === id)?.price).toBe(42)
    await venue.vehicle()
    expect((await changed(marks)).parts).toEqual(['vehicles'])
    // The texts differ in another language.
    const english = await server.client(cashier.token, 'en').terminals.snapshotChanges({ query: whole.marks })
    expect(Object.keys(english.result)).toContain('dicts')
  })
})
