import { afterEach, beforeEach, expect, it } from 'vitest'
import { systemClock } from '#main/core/clocks/clock.ts'
import { openDatabase, type Sqlite } from '#main/core/storage/database.ts'
import { createOutbox, type Outbox, outboxMigrations } from '#main/features/outbox/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { StartInput, StartResult } from '#shared/features/sessions/play-before-pay.contract.ts'
import { buildStart } from '#tests/support/venue/outbox.ts'
import { Sync } from './index.ts'

const STORE = 'A01A01'
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

let db: Sqlite
let outbox: Outbox
let sync: Sync
/** Vehicles for which the server responds. */
let answers: (vehicleId: string) => boolean
let sent: string[]
let wentOffline: string[]
let hear: () => void = () => undefined

beforeEach(() => {
  db = openDatabase(':memory:', outboxMigrations)
  const protect = { encrypt: (text: string) => Buffer.from(text), decrypt: (sealed: Buffer) => sealed.toString() }
  outbox = createOutbox({ db, protect, hash: (value) => value, clock: systemClock, log: silent })
  sent = []
  wentOffline = []
  sync = new Sync({
    outbox,
    clock: systemClock,
    log: silent,
    grant: () => ({ token: 't', userId: 'u', orgCode: STORE }),
    isOnline: () => true,
    isHeldBack: () => false,
    async send({ vehicleId }: StartInput, key, _who, signal) {
      if (vehicleId.startsWith('slow')) await new Promise((_, reject) => signal.addEventListener('abort', reject))
      if (!answers(vehicleId)) throw new AppError('common.offline')
      sent.push(key)
      return { ticketNo: 'A001' } as StartResult
    },
    settle(id, { ticketNo }) {
      outbox.markSent(id, ticketNo)
      hear()
    },
    goOffline: (id) => void wentOffline.push(id),
    keepCopy: async () => undefined,
    write: (run) => run(),
    onDoubt: () => undefined,
    onTokenInvalid: () => undefined,
    onSettled: () => undefined,
  })
})
afterEach(async () => {
  await sync.close()
  db.close()
})

const on = (vehicleId: string) => buildStart({ body: { ...buildStart({}).body, vehicleId } })

it('sends other starts past a week of starts blocked by a vehicle without a response', async () => {
  answers = (vehicleId) => vehicleId === 'free'
  for (let count = 0; count < 1200; count++) outbox.add(on('stuck'))
  const free = on('free')
  outbox.add(free)
  const settled = new Promise<void>((resolve) => {
    hear = resolve
  })
  sync.kick()
  await settled
  expect(sent).toEqual([free.id])
})

it('goes offline at once behind hundreds of starts, and sends a start with free lanes', async () => {
  answers = (vehicleId) => vehicleId === 'free'
  // All concurrent requests are in progress and get no response during the test.
  for (let count = 0; count < 600; count++) outbox.add(on(`slow ${count % 4}`))
  const [behind, first] = [on('slow 1'), on('free')]
  for (const one of [behind, first]) outbox.add(one)
  const waiting = { isWatched: true, password: undefined }
  const [one, other] = await Promise.all([
    sync.attempt(behind.id, 600_000, waiting),
    sync.attempt(first.id, 600_000, waiting),
  ])
  expect(one.kind).toBe('unreachable')
  expect(other.kind).toBe('sent')
  expect(wentOffline).toEqual([behind.id])
})
