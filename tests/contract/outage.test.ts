import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { newId } from '#shared/core/id.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { demoRule, venueOf } from '#tests/support/venue/venue.ts'
import { calls } from './calls.ts'
import { attemptsOf, send } from './sweep.ts'

describe('a database outage', () => {
  let database: TestDatabase
  let way: Cuttable
  let server: TestServer
  beforeAll(async () => {
    database = await createTestDatabase()
    way = await cuttable(database.appUrl)
    server = await startTestServer({}, [], { ...database, appUrl: way.url })
  })
  afterAll(async () => {
    await server.stop()
    way.close()
  })

  it('is reported by every call, in the reader’s language and not as an internal error, and ends when the database is back', async () => {
    const { token } = await server.signIn('admin')
    way.cut()
    const others: string[] = []
    for (const call of calls) {
      for (const attempt of attemptsOf(call, {})) {
        const response = await send(server, attempt, token)
        const text = await response.text()
        if (response.status === 503) expect(JSON.parse(text)).toMatchObject({ success: false, code: 503 })
        else others.push(`${call.name} ${response.status}`)
      }
    }
    // A few need no database to be answered.
    expect(others.filter((one) => / 5\d\d$/.test(one))).toEqual([])
    expect(others.length).toBeLessThan(calls.length / 20)
    const english = await server.request('/api/sys/user/list', { token, headers: { 'Accept-Language': 'en' } })
    expect(await english.json()).toMatchObject({ message: 'The service is not available right now, try again shortly' })
    expect((await server.request('/readyz')).status).toBe(503)
    await way.mend()
    await until(async () => expect((await server.request('/readyz')).status).toBe(200))
    expect((await server.client(token).signIn.permissions()).result.auth.length).toBeGreaterThan(0)
  })
})

describe('an embedded PostgreSQL that is killed', () => {
  const CHARGES = 24
  let dataDir: string
  let postgres: EmbeddedPostgres
  let server: TestServer
  let cashier: TestClient
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pitlane-outage-'))
    postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'data') })
    const { ownerUrl } = postgres
    await prepareDatabase(ownerUrl)
    const { poolUrl } = await appLogin(ownerUrl)
    const db = openDatabase(poolUrl)
    await seedDemo(db, { withSales: false })
    await db.close()
    server = await startTestServer({}, [], { ownerUrl, appUrl: poolUrl, drop: () => postgres.stop() })
    cashier = await server.signIn('cashier')
    await venueOf(server).setTrialLimit(-1)
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true })
  })

  const kill = (): void => {
    const file = readFileSync(join(dataDir, 'data', 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number(file.split('\n')[0]), 'SIGKILL')
  }

  it('has every start that was answered before', async () => {
    const venue = venueOf(server)
    const answered: string[] = []
    const vehicles = await Promise.all(Array.from({ length: 8 }, () => venue.vehicle()))
    for (const { id: vehicleId } of vehicles) {
      const { result } = await cashier.playBeforePay.add({ body: venue.start({ vehicleId }), key: newId() })
      answered.push(result.id)
    }
    const begun = async () =>
      (await server.deps.db.pool.query<{ at: Date }>('select pg_postmaster_start_time() as at')).rows[0]?.at
    const before = await begun()
    kill()
    await until(async () => expect(await begun()).not.toEqual(before))
    const found = await Promise.all(answered.map((id) => venue.rows('playRecord').where('id', id)))
    expect(found.flat().map(({ id }) => id)).toEqual(answered)
  }, 60_000)

  it('comes back by itself, and charges that are repeated until they are answered are each done once', async () => {
    const venue = venueOf(server)
    const { price = 0 } = demoRule()
    const member = await venue.member({ balance: 1_000_000 })
    const plays: string[] = []
    for (let count = 0; count < CHARGES; count++) {
      const { id: vehicleId } = await venue.vehicle()
      const { result } = await cashier.playBeforePay.add({ body: venue.start({ vehicleId }), key: newId() })
      plays.push(result.id)
    }
    const statuses = new Set<number>()
    const moments = [4, 12]
    const deadline = Date.now() + 40_000
    let done = 0
    const charge = async (id: string): Promise<void> => {
      const key = newId()
      const body = JSON.stringify({ id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member })
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
      const path = '/api/playbeforepay/sysPlayBeforePay/doconsume'
      for (;;) {
        const sending = server.request(path, { method: 'POST', headers, body, token: cashier.token })
        // While charges are under way and others follow, however fast the machine is.
        if (done >= (moments[0] ?? CHARGES)) {
          moments.shift()
          kill()
        }
        const response = await sending
        const answer = (await response.json()) as { success: boolean; message: string }
        statuses.add(response.status)
        if (response.status === 200) {
          expect(answer).toMatchObject({ success: true, message: key })
          break
        }
        if (Date.now() > deadline) throw new Error(`still ${response.status}: ${answer.message}`)
      }
      done++
    }
    const queue = [...plays]
    const worker = async () => {
      for (let id = queue.shift(); id; id = queue.shift()) await charge(id)
    }
    await Promise.all([worker(), worker(), worker()])
    expect(moments).toEqual([])
    expect([...statuses].sort()).toEqual([200, 503])
    const orders = await venue.rows('consumeOrder').where('memberId', member)
    expect(orders.map((order) => order.playId).sort()).toEqual([...plays].sort())
    const ledger = await venue.rows('ledgerLine').where('memberId', member)
    const taken = ledger.filter(({ causeKind }) => causeKind !== 'opening')
    expect(taken.map(({ delta }) => delta)).toEqual(Array(CHARGES).fill(-price))
    expect(await venue.wallets(member)).toEqual({ balance: { value: 1_000_000 - CHARGES * price, held: 0 } })
    expect((await server.request('/readyz')).status).toBe(200)
  }, 60_000)
})
