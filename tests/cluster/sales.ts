import { setTimeout as delay } from 'node:timers/promises'
import { type Database, EVERY_STORE } from '#server/db/database.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { ServerError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { type Sign, transport } from '#tests/support/faults/transport.ts'
import { findBroken } from '#tests/support/invariants/index.ts'
import type { TestClient } from '#tests/support/server.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { demoRule, STORE, venueOf } from '#tests/support/venue/venue.ts'
import { unlikeAnswers } from '#tests/walks/answers.ts'

/** A sale; when it was first sent and when its answer arrived, in ms of `performance.now()`. */
export interface Sale {
  key: string
  vehicleId: string
  sentAt: number
  answeredAt: number
  /** How often it was sent, always under its key. */
  tries: number
}

interface Given {
  /** The address of the proxy. */
  url: string
  db: Database
  count: number
  terminals: number
  /** Called after each answer. */
  onAnswer?: (answered: number) => void
  /** Called before the first sale, when members, vehicles and terminals are there. */
  onBegin?: () => void
  /** Pause of a terminal after each sale, in ms. */
  pauseMs?: number
  /** No further sale is begun once it returns true. */
  isEnough?: () => boolean
}

const MEMBERS = 20
/** Like a terminal that waits for the server; longer than its patience, so that each try ends. */
const RETRY_MS = 100
const PATIENCE_MS = 300_000

/** Sells rides of members from several terminals at once, each until it is answered. Throws if one is refused. */
export async function sell({
  url,
  db,
  count,
  terminals,
  onAnswer = () => undefined,
  onBegin = () => undefined,
  pauseMs = 0,
  isEnough,
}: Given): Promise<Sale[]> {
  const venue = venueOf({ deps: { db }, clock: { now: () => new Date() } })
  await db.scoped(EVERY_STORE, (trx) =>
    trx.updateTable('store').set({ trialLimit: -1, hungOrderLimit: 10_000 }).where('orgCode', '=', STORE).execute(),
  )
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => venue.member({ balance: 100_000_000 })))
  const newVehicle = async (): Promise<string> => (await venue.vehicle({ name: newId() })).id
  // Where the end is not known, they are made one by one.
  const vehicles: string[] = []
  if (!isEnough) for (let index = 0; index < count; index++) vehicles.push(await newVehicle())
  const counters = await openCounters(url, terminals)
  const sold: Sale[] = []
  let begun = 0
  const work = async (counter: Client<Api>): Promise<void> => {
    for (let index = begun++; index < count && !isEnough?.(); index = begun++) {
      const vehicleId = vehicles[index] ?? (await newVehicle())
      const key = newId()
      const body = {
        consumeType: 'BALANCE' as const,
        consumeVehicleMode: 'circlemode' as const,
        usageMode: 'immediate' as const,
        sysDepartConsumeRoleId: demoRule().id,
        vehicleId,
        userId: members[index % MEMBERS] ?? '',
        racer: '车手',
        people: 1,
      }
      const sentAt = performance.now()
      const tries = await insist(() => counter.consume.add({ key, body }))
      sold.push({ key, vehicleId, tries, sentAt, answeredAt: performance.now() })
      onAnswer(sold.length)
      if (pauseMs > 0) await delay(pauseMs)
    }
  }
  onBegin()
  await Promise.all(counters.map(work))
  return sold
}

/** Signs in a cashier at several enrolled terminals. */
async function openCounters(url: string, count: number): Promise<Client<Api>[]> {
  const client = (token?: string, language?: string, sign?: Sign): Client<Api> =>
    createClient(api, transport(url, token, language, sign))
  const signIn = async (username: string): Promise<TestClient> => {
    const { result } = await client().signIn.login({ body: { username, password: DEMO_PASSWORD } })
    const signedIn = client(result.token)
    const { result: chosen } = await signedIn.signIn.selectDepart({ body: { orgCode: STORE } })
    return { ...signedIn, token: result.token, user: chosen.userInfo }
  }
  const [manager, cashier] = [await signIn('manager'), await signIn('cashier')]
  const counters: Client<Api>[] = []
  for (let index = 0; index < count; index++) {
    const terminal = await enrolledTerminal({ client }, manager)
    counters.push(terminal.with(cashier))
  }
  return counters
}

/** Repeats a call until the server has answered it, and returns how often it was sent. Throws if it is refused. */
async function insist(call: () => Promise<unknown>): Promise<number> {
  const limit = performance.now() + PATIENCE_MS
  for (let tries = 1; ; tries++) {
    try {
      await call()
      return tries
    } catch (error) {
      // As the terminal decides: only an answer of the server about this very call is a refusal.
      const isRefused = error instanceof ServerError && error.httpStatus === 200
      if (isRefused || performance.now() > limit) throw error
      if (error instanceof ServerError && error.httpStatus === 500) throw error
      await delay(RETRY_MS)
    }
  }
}

/** What is wrong with answered sales: one that is missing or there twice, and whatever does not add up in any store. */
export async function wrongSales(db: Database, sold: readonly Sale[]): Promise<string[]> {
  const sent = sold.map(({ key }) => ({ act: 'charge', key, isDone: true }))
  const runs = await db.scoped(EVERY_STORE, (trx) =>
    trx
      .selectFrom('run')
      .select('vehicleId')
      .where(
        'vehicleId',
        'in',
        sold.map(({ vehicleId }) => vehicleId),
      )
      .execute(),
  )
  const ridden = new Set(runs.map(({ vehicleId }) => vehicleId))
  const uneven = [`${sold.length} sales have ${runs.length} rides, on ${ridden.size} vehicles`].filter(
    () => runs.length !== sold.length || ridden.size !== sold.length,
  )
  const broken = await db.scoped(EVERY_STORE, (trx) => findBroken(trx))
  return [...(await unlikeAnswers(db, sent)), ...uneven, ...broken]
}
