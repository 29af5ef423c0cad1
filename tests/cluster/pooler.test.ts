import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { EVERY_STORE, isUnavailable, openDatabase } from '#server/db/database.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { cuttable } from '#tests/support/faults/cuttable.ts'
import { createBareDatabase } from '#tests/support/postgres/bare-database.ts'
import { createTestDatabase } from '#tests/support/postgres/postgres.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { demoRule, STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { POOLER_ROLE, setUpPooler } from './cluster.ts'
import { AUTH_QUERY, type Pooler, startPooler } from './pooler.ts'

// Debian's PgBouncer passes on no named prepared statements. It has fewer sessions here than the server has connections, so that each
// transaction gets another one.
const SESSIONS = 2
const PG_SHADOW = 'select usename, passwd from pg_shadow where usename = $1'

let folder: string
let pooler: Pooler
let server: TestServer
let venue: Venue
let manager: TestClient

const poolerTo = (port: number, name: string, auth = superuser()): Promise<Pooler> =>
  startPooler({
    folder: join(folder, name),
    primary: { host: '127.0.0.1', port },
    database: '*',
    auth,
    poolSize: SESSIONS,
    waitSeconds: 5,
  })

const superuser = () => {
  const { username: user, password } = new URL(inject('postgresUrl'))
  return { user, password, query: PG_SHADOW }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-pooler-'))
  pooler = await poolerTo(Number(new URL(inject('postgresUrl')).port), 'here')
  const database = await createTestDatabase()
  const { pathname } = new URL(database.ownerUrl)
  // Without an account: the server's own is used.
  const { poolUrl, directUrl } = await appLogin(database.ownerUrl, {
    appUrl: `postgres://127.0.0.1:${pooler.port}${pathname}`,
  })
  server = await startTestServer({}, [], { ...database, appUrl: poolUrl, listenUrl: directUrl })
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
})
afterAll(async () => {
  await server.stop()
  await pooler.kill()
  await rm(folder, { recursive: true, force: true })
})

it('the server sells and lists through a pooler that gives each transaction another session', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => venue.member({ balance: 1_000_000 })))
  const sell = async (userId: string) => {
    const { id: vehicleId } = await venue.vehicle()
    const ride = { consumeVehicleMode: 'circlemode', usageMode: 'immediate', racer: '车手', people: 1 } as const
    const rule = { consumeType: 'BALANCE', sysDepartConsumeRoleId: demoRule().id } as const
    await manager.consume.add({ key: newId(), body: { ...rule, ...ride, vehicleId, userId } })
  }
  const list = async () => (await manager.consumeOrders.list({ query: {} })).result.total
  const before = await list()
  for (let round = 0; round < 3; round++) await Promise.all([...members.map(sell), list(), list(), list()])
  expect((await list()) - before).toBe(36)
  const left = await Promise.all(
    Array.from({ length: 6 }, () =>
      server.deps.db.call<string>('left', `select coalesce(current_setting('pitlane.scope', true), '')`, []),
    ),
  )
  expect(left).toEqual(left.map(() => ''))
})

it('copies of the server hear each other over their own connections', async () => {
  const other = await server.startCopy()
  const heard: string[] = []
  other.deps.bus.listen(({ kind }) => void heard.push(kind))
  await server.deps.bus.send({ kind: 'devices' } as never)
  await until(() => expect(heard).toContain('devices'))
})

it('a pooler that loses PostgreSQL is an outage and not a bug, and is used again afterwards', async () => {
  const way = await cuttable(inject('postgresUrl'))
  const far = await poolerTo(Number(new URL(way.url).port), 'far')
  const db = openDatabase(far.through(server.database.appUrl), { size: 1 })
  const ask = () => db.scoped(EVERY_STORE, (trx) => sql`select 1`.execute(trx))
  await ask()
  const lost = await db
    .scoped(EVERY_STORE, async (trx) => {
      way.cut()
      await sql`select 1`.execute(trx)
    })
    .catch((error: unknown) => error)
  expect(lost).toMatchObject({ code: '08P01' })
  expect(isUnavailable(lost)).toBe(true)
  await way.mend()
  await until(ask)
  await db.close()
  await far.kill()
  way.close()
})

it('the role and function of setup.sql let the server in, also after a restore', async () => {
  const { ownerUrl, drop } = await createBareDatabase()
  const { port, pathname } = new URL(ownerUrl)
  const ask = (url: string, statements: string) => withClient(url, (client) => client.query(statements))
  const superuserUrl = Object.assign(new URL(inject('postgresUrl')), { pathname }).href
  const login = `${pathname.slice(1)}_app`
  const password = 'only-in-tests'
  await ask(superuserUrl, `create role ${login} login password '${password}' in role pitlane_app`)
  await setUpPooler(superuserUrl, password)
  const auth = { user: POOLER_ROLE, password, query: AUTH_QUERY }
  /** Through a new pooler, which has asked for no secret yet. */
  const signIn = async (name: string) => {
    const own = await poolerTo(Number(port), name, auth)
    const url = Object.assign(new URL(superuserUrl), { username: login, password }).href
    await ask(own.through(url), 'select 1').finally(() => own.kill())
  }
  await signIn('first')
  await ask(ownerUrl, 'drop schema public cascade; create schema public')
  await signIn('restored')
  await setUpPooler(superuserUrl, password)
  await drop()
  await ask(inject('postgresUrl'), `drop role ${login}; drop role ${POOLER_ROLE}`)
})
