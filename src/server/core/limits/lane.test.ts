import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'], { listSeconds: 5 })

await venue.setHungLimit(1000)
const owner = new pg.Client({ connectionString: server.database.ownerUrl })

beforeAll(async () => {
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
})

/** Locks the table of positions, so that lists of it take as long as the work on any machine. */
async function whilePositionsWait<T>(work: () => Promise<T>): Promise<T> {
  await owner.query('begin; lock table job_position in access exclusive mode')
  try {
    return await work()
  } finally {
    await owner.query('rollback')
  }
}

/** Registers a member as the counter does: searches while the phone is typed, saves, and shows. */
async function register(): Promise<void> {
  const [phone, physicalCard] = ['13955500001', '0009990001']
  await cashier.memberCards.check({ query: { phone, idCard: physicalCard } })
  const { result } = await cashier.memberRecords.add({ body: { realname: '新客', phone, physicalCard }, key: newId() })
  const shown = await cashier.members.searchMemberById({ query: { idCard: physicalCard } })
  expect(shown.result?.id).toBe(result.id)
}

const positions = (client: TestClient) => client.positions.list({ query: {} })

/** The number of statements that wait for the locked table, according to PostgreSQL. */
async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where relation = 'job_position'::regclass and not granted`,
  )
  return rows[0]?.count ?? 0
}

describe('lists that take long', () => {
  it('leave the counter its connections: every start, charge and registration is answered meanwhile', async () => {
    const member = await venue.member({ balance: 100_000 })
    const rule = await venue.rule({ price: 100 })
    const vehicles = await Promise.all(Array.from({ length: 10 }, () => venue.vehicle()))
    const { lists, answers } = await whilePositionsWait(async () => {
      const lists = Array.from({ length: 24 }, () => codeOf(positions(manager)))
      while ((await waiting()) === 0) await delay(5)
      const answers = await Promise.all(
        vehicles.map(async ({ id: vehicleId }) => {
          const id = newId()
          const body = venue.start({ vehicleId, ruleId: rule.id, userId: member })
          await cashier.playBeforePay.add({ body, key: id })
          return codeOf(
            cashier.playBeforePay.settle({
              body: { id, consumeType: 'BALANCE', consumeVehicleMode: 'circlemode', userId: member },
              key: newId(),
            }),
          )
        }),
      )
      answers.push(await codeOf(register()))
      return { lists, answers }
    })
    expect(answers).toEqual(answers.map(() => 'done'))
    // Lists that exceeded the time limit are refused with that reason, and none with an unavailable server.
    for (const code of await Promise.all(lists)) expect(['done', 'lists.tooSlow', 'common.busy']).toContain(code)
  })

  it('of one user leave a turn to the next', async () => {
    const coach = await server.signIn('hq')
    await whilePositionsWait(async () => {
      const lists = Array.from({ length: 10 }, () => codeOf(positions(manager)))
      while ((await waiting()) === 0) await delay(5)
      expect((await coach.playBeforePay.list({ query: {} })).result.records).not.toEqual([])
      expect(await waiting()).toBe(1)
      return lists
    }).then((lists) => Promise.all(lists))
  })

  it('are stopped after five seconds with a reason, and the next is answered', async () => {
    const { code, serverMessage } = await whilePositionsWait(() => positions(manager).catch((error) => error))
    expect(code).toBe('lists.tooSlow')
    expect(serverMessage).toMatch(/缩小时间范围/)
    expect((await positions(manager)).result.current).toBe(1)
  })
})

describe('a caller without a sign-in who begins to send a long body', () => {
  it.each([
    ['a call that asks for a sign-in', '/api/playbeforepay/sysPlayBeforePay/add', 401],
    ['a call for everybody', '/api/sys/login', 413],
    ['no call at all', '/api/nowhere', 404],
  ])('to %s is answered before it is there', async (_, path, status) => {
    const { port, hostname } = new URL(server.url)
    const socket = connect(Number(port), hostname)
    const head = ['Host: x', 'Content-Type: application/json', 'Content-Length: 1000000'].join('\r\n')
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n{`)
    try {
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toContain(`HTTP/1.1 ${status} `)
    } finally {
      socket.destroy()
    }
  })
})
