import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { laneOf } from '#server/core/limits/lane.ts'
import type { StandbyOutcome } from '#server/core/standby/standby.ts'
import { openDatabase } from '#server/db/database.ts'
import { analyze } from '#server/db/migrate.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { newId } from '#shared/core/id.ts'
import { calls } from '#tests/contract/calls.ts'
import { attemptsOf, send } from '#tests/contract/sweep.ts'
import { NO_SHIFTS, ROOM } from '#tests/support/room.ts'
import { startTestServer, type TestClient, type TestCopy, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { demoRule, STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'
import { type Node, promote, setSynchronous, startPrimary, startStandby, syncStateOf } from './postgres.ts'

const PASSWORD = 'only-in-tests'

let folder: string
let primary: Node
let standby: Node
let server: TestServer
let venue: Venue
let manager: TestClient

const node = (name: string) => ({ name, folder: join(folder, name), password: PASSWORD, fsync: false })
const atStandby = (statement: string) => withClient(standby.ownerUrl, (owner) => owner.query(statement))

/** What the reads of some work had as outcomes. */
async function outcomesOf(copy: TestCopy, work: () => Promise<unknown>): Promise<Record<StandbyOutcome, number>> {
  const { outcomes } = copy.deps.standby ?? { outcomes: undefined }
  if (!outcomes) throw new Error('there is no standby')
  const before = { ...outcomes }
  await work()
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, count]) => [name, count - before[name as StandbyOutcome]]),
  ) as Record<StandbyOutcome, number>
}

const listed = async (id: string): Promise<number> =>
  (await manager.memberRecords.list({ query: { keyword: id } })).result.records.length

async function sell(): Promise<void> {
  const userId = await venue.member({ balance: 1_000_000 })
  const { id: vehicleId } = await venue.vehicle()
  const ride = { consumeVehicleMode: 'circlemode', usageMode: 'immediate', racer: '车手', people: 1 } as const
  const rule = { consumeType: 'BALANCE', sysDepartConsumeRoleId: demoRule().id } as const
  await manager.consume.add({ key: newId(), body: { ...rule, ...ride, vehicleId, userId } })
}

const ordersOfToday = async (client: Pick<TestClient, 'statistics'>) => {
  const answer = await client.statistics.figures({ query: { by: 'day', period: 'today' } })
  return { orders: answer.result.total.now.orders, asOf: answer.asOf }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitlane-standby-'))
  await chmod(folder, 0o711)
  primary = await startPrimary(node('one'))
  standby = await startStandby(primary, node('two'))
  await setSynchronous(primary, 'two')
  await until(async () => expect(await syncStateOf(primary, 'two')).toBe('sync'))
  const { ownerUrl } = primary
  await prepareDatabase(ownerUrl)
  const anybody = Object.assign(new URL(standby.ownerUrl), { username: '', password: '' }).href
  const { poolUrl, directUrl, replicaUrl = '' } = await appLogin(ownerUrl, { replicaUrl: anybody })
  const db = openDatabase(poolUrl)
  await seedDemo(db, { withSales: false })
  await db.close()
  await withClient(ownerUrl, (owner) => owner.query(`${ROOM}; ${NO_SHIFTS}`))
  await analyze(ownerUrl)
  const database = { ownerUrl, appUrl: poolUrl, listenUrl: directUrl, replicaUrl, drop: () => Promise.resolve() }
  server = await startTestServer({ replicaSeconds: 600 }, [], database)
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
})
afterAll(async () => {
  await server?.stop()
  await standby?.remove()
  await primary?.remove()
  await rm(folder, { recursive: true, force: true })
})

it('a standby can read every list, report and export', async () => {
  const { token } = await server.signIn('admin')
  const isOfUsers = (access: string) => !['public', 'device', 'member'].includes(access)
  const reads = calls.filter(
    ({ route }) => laneOf(route) !== 'counter' && [route.method].flat().includes('GET') && isOfUsers(route.access),
  )
  const ask = async () => {
    for (const call of reads)
      for (const attempt of attemptsOf(call, {})) if (attempt.method === 'GET') await send(server, attempt, token)
  }
  const { exact, failed } = await outcomesOf(server, ask)
  const troubles = server.logs.filter((line) => line.includes('the standby did not answer'))
  expect(troubles).toEqual([])
  expect(failed).toBe(0)
  expect(exact).toBeGreaterThan(100)
})

it('a list shows what was written just before, whoever answers it', async () => {
  const outcomes = await outcomesOf(server, async () => {
    for (let round = 0; round < 20; round++) expect(await listed(await venue.member())).toBe(1)
  })
  expect(outcomes.exact).toBeGreaterThan(0)
  expect(outcomes.failed).toBe(0)
})

it('the calls of a terminal are read at the primary', async () => {
  const terminal = await enrolledTerminal(server, manager)
  const signed = terminal.with(manager)
  const outcomes = await outcomesOf(server, () => signed.memberRecords.list({ query: {} }))
  expect(Object.values(outcomes)).toEqual([0, 0, 0, 0, 0])
})

it('behind the primary a standby answers reports with their time, and lists not at all', async () => {
  await sell()
  const before = await ordersOfToday(manager)
  expect(before.asOf).toBeUndefined()
  const strict = await server.startCopy({ replicaSeconds: 0 })
  await atStandby('select pg_wal_replay_pause()')
  try {
    await sell()
    // The standby does not have this sale, so its data is older than the answer to it.
    const sold = Date.now()
    const outcomes = await outcomesOf(server, async () => expect(await listed(await venue.member())).toBe(1))
    expect(outcomes).toMatchObject({ exact: 0, behind: 1 })
    const behind = await ordersOfToday(manager)
    expect(behind.orders).toBe(before.orders)
    expect(behind.asOf).toBeLessThanOrEqual(sold)
    // Too old for this copy, which asks the primary.
    const exact = await ordersOfToday(strict.client(manager.token))
    expect(exact).toEqual({ orders: before.orders + 1, asOf: undefined })
  } finally {
    await atStandby('select pg_wal_replay_resume()')
  }
  await until(async () => expect(await ordersOfToday(manager)).toEqual({ orders: before.orders + 1, asOf: undefined }))
})

it('without its standby the primary answers, and the standby is used again when it is back', async () => {
  await setSynchronous(primary, null)
  await standby.kill()
  const member = await venue.member()
  const lost = await outcomesOf(server, async () => expect(await listed(member)).toBe(1))
  expect(lost.exact).toBe(0)
  const next = await outcomesOf(server, async () => expect(await listed(member)).toBe(1))
  expect(next).toMatchObject({ exact: 0, resting: 1 })
  await standby.start()
  await until(async () => {
    const { exact } = await outcomesOf(server, () => listed(member))
    expect(exact).toBe(1)
  })
})

it('a standby that was promoted is not used', async () => {
  await promote(standby)
  const member = await venue.member()
  const outcomes = await outcomesOf(server, async () => expect(await listed(member)).toBe(1))
  expect(outcomes.exact).toBe(0)
})
