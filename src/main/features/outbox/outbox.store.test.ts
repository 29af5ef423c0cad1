import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Sqlite } from '#main/core/database.ts'
import { openSecureStore, type SecureStore } from '#main/core/secure-store.ts'
import { newId } from '#shared/core/id.ts'
import { outboxMigrations } from './outbox.statements.ts'
import { createOutbox, type NewStart, type Outbox } from './outbox.store.ts'

const day = 24 * 3600_000
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

const start = (given: Partial<NewStart> = {}): NewStart => ({
  id: newId(),
  orgCode: 'A01A01',
  startedAt: new Date(now).toISOString(),
  day: '2026-03-01',
  prefix: 'T1',
  offline: true,
  body: {
    consumeVehicleMode: 'timermode',
    roleId: 'rule',
    remark: '',
    cheshou: '神秘车手',
    vehicleId: 'vehicle',
    userId: '',
    people: 1,
    printId: '',
  },
  vehicleName: '1 号车',
  ruleName: '卡丁车',
  minutes: 8,
  ...given,
})

it('counts tickets within a business day, whatever becomes of the starts', () => {
  const numbers = [start(), start(), start({ day: '2026-03-02' }), start({ prefix: 'Q9' })].map(
    (one) => outbox.add(one).ticketNo,
  )
  expect(numbers).toEqual(['T1-001', 'T1-002', 'T1-001', 'Q9-003'])
})

it('takes no number for a start that could not be stored', () => {
  const one = start()
  outbox.add(one)
  expect(() => outbox.add(one)).toThrow()
  expect(outbox.add(start()).ticketNo).toBe('T1-002')
})

it('forgets what was sent or dismissed after seven days, and never what still needs somebody', () => {
  const [sent, waiting, refused, dismissed, untold] = [start(), start(), start(), start(), start()]
  for (const one of [sent, waiting, refused, dismissed, untold]) outbox.add(one)
  outbox.markSent(sent.id, null)
  for (const { id } of [refused, dismissed, untold]) outbox.markRefused(id, 'sessions.hungLimit', '', { limit: 5 })
  expect(outbox.item(refused.id)).toMatchObject({ code: 'sessions.hungLimit', details: { limit: 5 } })
  outbox.dismiss(dismissed.id, '离开')
  outbox.markTold(dismissed.id)
  outbox.dismiss(untold.id, '离开')
  now += 7 * day - 1
  outbox.purge()
  expect(outbox.list()).toHaveLength(5)
  now += 2
  outbox.purge()
  expect(outbox.list().map(({ id }) => id)).toEqual([refused.id, waiting.id, untold.id])
})

it('takes up what was on its way when the program died', () => {
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
