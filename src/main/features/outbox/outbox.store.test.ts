import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Sqlite } from '#main/core/storage/database.ts'
import { openSecureStore, type SecureStore } from '#main/core/storage/secure-store.ts'
import { buildStart } from '#tests/support/venue/outbox.ts'
import { outboxMigrations } from './outbox.statements.ts'
import { createOutbox, type NewStart, type Outbox } from './outbox.store.ts'

const DAY = 24 * 3600_000
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let dir: string
let db: Sqlite
let outbox: Outbox
let now: number
let secrets: SecureStore

const open = (protect: SecureStore): Outbox =>
  createOutbox({
    db,
    protect,
    hash: (value) => `#${value.length}`,
    clock: { now: () => now, after: () => () => undefined },
    log: silent,
  })

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pitlane-outbox-'))
  db = openDatabase(join(dir, 'terminal.db'), outboxMigrations)
  now = Date.parse('2026-03-01T02:00:00Z')
  secrets = openSecureStore({ dir })
  outbox = open(secrets)
})

afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true })
})

const start = (given: Partial<NewStart> = {}): NewStart => buildStart({ now, ...given })

it('counts tickets within a business day, for any outcome of the starts', () => {
  const numbers = [start(), start(), start({ day: '2026-03-02' }), start({ prefix: 'Q9' })].map(
    (one) => outbox.add(one).ticketNo,
  )
  expect(numbers).toEqual(['T1-001', 'T1-002', 'T1-001', 'Q9-003'])
})

it('uses no number for a start that could not be stored', () => {
  const one = start()
  outbox.add(one)
  expect(() => outbox.add(one)).toThrow()
  expect(outbox.add(start()).ticketNo).toBe('T1-002')
})

it('deletes sent and dismissed starts after seven days, but none that needs attention', () => {
  const [sent, waiting, refused, dismissed, unreported] = [start(), start(), start(), start(), start()]
  for (const one of [sent, waiting, refused, dismissed, unreported]) outbox.add(one)
  outbox.markSent(sent.id, 'A001')
  for (const { id } of [refused, dismissed, unreported]) outbox.markRefused(id, 'sessions.hungLimit', '', { limit: 5 })
  expect(outbox.item(refused.id)).toMatchObject({ code: 'sessions.hungLimit', details: { limit: 5 } })
  outbox.dismiss(dismissed.id, '离开')
  outbox.markReported(dismissed.id)
  outbox.dismiss(unreported.id, '离开')
  now += 7 * DAY - 1
  outbox.purge()
  expect(outbox.list()).toHaveLength(5)
  now += 2
  outbox.purge()
  expect(outbox.list().map(({ id }) => id)).toEqual([refused.id, waiting.id, unreported.id])
})

it('shows the vehicle of a refused start as running until the refusal is dismissed', () => {
  const one = start()
  outbox.add(one)
  outbox.markRefused(one.id, 'sessions.hungLimit', '', { limit: 5 })
  expect(outbox.localRuns(now)).toMatchObject([{ vehicleId: 'vehicle', racer: '神秘车手' }])
  outbox.dismiss(one.id, '离开')
  expect(outbox.localRuns(now)).toEqual([])
})

it('resumes requests that a crash interrupted', () => {
  const one = start()
  outbox.add(one)
  outbox.markSending(one.id)
  expect(open(secrets).item(one.id)).toMatchObject({ state: 'waiting', attempts: 1 })
})

it('still shows a start whose content can no longer be decrypted', () => {
  const one = start()
  outbox.add(one)
  const elsewhere = open(openSecureStore({ dir: join(dir, 'other') }))
  expect(elsewhere.bodyOf(one.id)).toBeNull()
  expect(elsewhere.list()).toMatchObject([{ id: one.id, ticketNo: 'T1-001', racer: '' }])
})

it('stores the printed number and the one of the server', () => {
  const [alone, together] = [start(), start({ offline: false })]
  for (const one of [alone, together]) outbox.add(one)
  outbox.markSent(alone.id, 'A053')
  outbox.markSent(together.id, 'A054')
  expect(outbox.item(alone.id)).toMatchObject({ ticketNo: 'T1-001', serverTicket: 'A053' })
  expect(outbox.item(together.id)).toMatchObject({ ticketNo: 'A054', serverTicket: 'A054' })
  expect(outbox.ticketOf(alone.id)).toMatchObject({ ticketNo: 'T1-001', offline: true })
  expect(outbox.recent('A01A01', 5)).toMatchObject([
    { id: together.id, state: 'online', ticketNo: 'A054', price: 68, ruleName: '卡丁车' },
    { id: alone.id, state: 'offline', ticketNo: 'T1-001' },
  ])
})

it("adds up what a member's starts take that the server's data does not include", () => {
  const body = { ...start().body, userId: '100001' }
  const [before, after, refused, waiting] = [start({ body }), start({ body }), start({ body }), start({ body })]
  for (const one of [before, after, refused, waiting, start()]) outbox.add(one)
  outbox.markSent(before.id, 'A001')
  const serverReadAt = now
  now += 1
  outbox.markSent(after.id, 'A002')
  outbox.markRefused(refused.id, 'sessions.hungLimit', '', {})
  expect(outbox.heldOf('A01A01', '100001', serverReadAt)).toEqual({
    money: 3 * 6800,
    integral: 0,
    laps: 0,
    coins: 0,
    give: 0,
  })
})

it('lists the newest of each state, and sums what was taken and not sent', () => {
  const paid = (by: 'cash' | 'wallets') => ({
    id: start().id,
    by,
    amount: 68,
    deposit: by === 'cash' ? 20 : 0,
    statement: '',
  })
  const body = { ...start().body }
  const [cash, value, refused, sent] = [paid('cash'), paid('wallets'), paid('cash'), paid('cash')].map((one) =>
    start({ body: { ...body, paid: one } }),
  )
  for (const one of [cash, value, refused, sent]) outbox.add(one as NewStart)
  outbox.markRefused(refused?.id ?? '', 'shifts.none', '', {})
  outbox.markSent(sent?.id ?? '', 'A001')
  expect(outbox.unsent()).toEqual({ cash: 2 * 8800, value: 6800 })
  for (let count = 0; count < 250; count++) outbox.add(start())
  expect(outbox.list()).toHaveLength(202)
  expect(outbox.counts()).toEqual({ waiting: 252, refused: 1 })
})

it('returns the last run of each vehicle among many', () => {
  const body = { ...start().body }
  for (let count = 0; count < 100; count++)
    outbox.add(start({ body: { ...body, vehicleId: `v${count % 3}`, racer: `${count}` } }))
  expect(outbox.localRuns(now).map(({ vehicleId, racer }) => `${vehicleId} ${racer}`)).toEqual([
    'v1 97',
    'v2 98',
    'v0 99',
  ])
})
