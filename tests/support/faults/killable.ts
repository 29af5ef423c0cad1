import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { isUnavailable } from '#server/db/database.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { IDEMPOTENCY_HEADER, type Method } from '#shared/core/route.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { cutPoints } from './cut-points.ts'
import { type Edge, steppingWay } from './stepping-way.ts'

const MAX_TRIES = 5
/** For some dozens of calls on a loaded machine. */
export const KILLED_PATIENCE = 240_000

interface Sent {
  method: Method
  path: string
  key?: string
  body?: object | FormData
  headers?: Record<string, string>
  /** The caller, where it is not the manager. */
  token?: string
}

interface Answer {
  status: number
  reply: { success: boolean; message: string; result: unknown; error?: { code: string } }
}

interface Exercise {
  sent: Sent
  /** Checks the result, when the client has its answer. */
  expectDone(answer: Answer, wasCut: boolean): Promise<void>
}

/** A server that can be killed between any two statements of a call, and a client that calls again. */
export interface Killable {
  readonly dataDir: string
  readonly server: TestServer
  readonly venue: Venue
  readonly manager: TestClient
  /**
   * Kills a call before and after its statements (`cutPoints`), each time with a new exercise, until one passes uncut; returns
   * at how many places it can be killed.
   */
  everywhere(prepare: () => Promise<Exercise>): Promise<number>
  /**
   * The same for work of the server itself, which is done again after it was cut; `prepare` returns the check of its result.
   */
  everywhereIn(work: () => Promise<unknown>, prepare: () => Promise<() => Promise<void>>): Promise<number>
  /** Expects so many matching rows of each named table: `table: [where, rows]`, or `table: where` for one. */
  expectRows(wanted: Record<string, string | readonly [where: string, rows: number]>): Promise<void>
  /** A ride of a member that is paid later. */
  newPlay(member: string): Promise<{ id: string }>
  stop(): Promise<void>
}

/** An entry that the audit trail must have once: an action on a record. */
export const trailOf = (action: string, id: string): string => `action = '${action}' and record_id = '${id}'`

/** Does work again whose connection was cut. */
async function again(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work()
      return
    } catch (error) {
      if (!isUnavailable(error) || tries === MAX_TRIES) throw error
    }
  }
}

/** @param slices Slices of the calls under test: if one has changed, each statement is cut (`cutPoints`). */
export async function startKillable(...slices: string[]): Promise<Killable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-killed-'))
  const database = await createTestDatabase()
  const way = await steppingWay(database.appUrl)
  const server = await startTestServer({ dataDir }, [], { ...database, appUrl: way.url })
  const venue = venueOf(server)
  const manager = await server.signIn('manager', STORE)
  await venue.setHungLimit(1000)

  /** Repeats a call without an answer under the same key, like a client, until the server answers. */
  async function insist({ method, path, key, body, headers = {}, token = manager.token }: Sent): Promise<Answer> {
    const isForm = body instanceof FormData
    const all = new Headers(headers)
    if (key) all.set(IDEMPOTENCY_HEADER, key)
    if (body && !isForm) all.set('Content-Type', 'application/json')
    for (let tries = 1; ; tries++) {
      const response = await server.request(`/api${path}`, {
        method,
        token,
        headers: Object.fromEntries(all),
        body: body === undefined || isForm ? body : JSON.stringify(body),
      })
      const reply = (await response.json()) as Answer['reply']
      if (response.status !== 503 || tries === MAX_TRIES) return { status: response.status, reply }
    }
  }

  async function exercise(prepare: () => Promise<Exercise>, statement: number, edge: Edge) {
    const { sent, expectDone } = await prepare()
    way.cutAt(statement, edge)
    const answer = await insist(sent)
    const [wasCut, passed] = [way.disarm(), way.passed()]
    expect(answer.status, `${edge} ${statement} ${JSON.stringify(answer.reply)}`).toBe(200)
    await expectDone(answer, wasCut)
    return { wasCut, passed }
  }

  return {
    dataDir,
    server,
    venue,
    manager,
    async everywhere(prepare) {
      let cuts = 0
      for (const edge of ['unsent', 'unanswered'] as const) {
        for (const statement of cutPoints(edge, slices)) {
          const { wasCut, passed } = await exercise(prepare, statement, edge)
          if (wasCut) continue
          cuts += passed
          break
        }
      }
      expect(await venue.inEveryStore(replayLedger)).toEqual([])
      return cuts
    },
    async everywhereIn(work, prepare) {
      let cuts = 0
      for (const edge of ['unsent', 'unanswered'] as const) {
        for (const statement of cutPoints(edge, slices)) {
          const expectDone = await prepare()
          way.cutAt(statement, edge)
          await again(work)
          const [wasCut, passed] = [way.disarm(), way.passed()]
          await expectDone()
          if (wasCut) continue
          cuts += passed
          break
        }
      }
      expect(await venue.inEveryStore(replayLedger)).toEqual([])
      return cuts
    },
    async expectRows(wanted) {
      const all = Object.entries(wanted).map(([name, given]) => {
        const [where, rows] = typeof given === 'string' ? [given, 1] : given
        return { name, where, rows }
      })
      const counts = all.map(
        ({ name, where }) =>
          sql`(select count(*)::integer from ${sql.table(name.split(' ')[0] ?? '')} where ${sql.raw(where)})`,
      )
      const found = await venue.inEveryStore((trx) =>
        sql<{ rows: number[] }>`select array[${sql.join(counts)}] as rows`.execute(trx),
      )
      const numbers = found.rows[0]?.rows ?? []
      expect(Object.fromEntries(all.map(({ name }, index) => [name, numbers[index]]))).toEqual(
        Object.fromEntries(all.map(({ name, rows }) => [name, rows])),
      )
    },
    async newPlay(member) {
      const { id: vehicleId } = await venue.vehicle()
      const body = venue.start({ vehicleId, userId: member })
      const { result } = await manager.playBeforePay.add({ body, key: newId() })
      return result
    },
    async stop() {
      await server.stop()
      way.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
