import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTIFY_CHANNEL } from '#server/core/realtime/bus.ts'
import type { Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { startPayment } from '#server/features/payments/index.ts'
import { escapeTrials } from '#server/features/sessions/play-records/escape.job.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { salesOf } from '#tests/support/venue/counter-sales.ts'
import { codeEnding, passes } from '#tests/support/venue/paid-orders.ts'
import { refundsOf } from '#tests/support/venue/refunds.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue } = await testVenue()
const [cashier, manager] = [await server.signIn('cashier'), await server.signIn('manager', STORE)]
const sales = salesOf(server, venue, cashier)
const refunds = refundsOf({ venue, manager, cashier })

await venue.setTrialLimit(-1)
const ear = new pg.Client(server.database.ownerUrl)

const [PAID, NEVER] = [codeEnding(0), codeEnding(2)]
const heard: string[] = []

beforeAll(async () => {
  await ear.connect()
  ear.on('notification', ({ payload = '' }) => void heard.push(payload))
  await ear.query(`listen ${NOTIFY_CHANNEL}`)
})
afterAll(async () => {
  await ear.end()
})

/** Notifications of transactions since the last call, in the order of the commits. */
async function toldByNow(): Promise<string[]> {
  const mark = JSON.stringify({ kind: 'mark', id: newId() })
  await ear.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, mark])
  await until(() => expect(heard).toContain(mark))
  const messages = heard.splice(0).map((text) => JSON.parse(text) as Record<string, string>)
  // A notification by a copy of the server, and not by a transaction, carries its name.
  return messages
    .filter(({ from, kind, orgCode = STORE }) => !from && kind !== 'mark' && orgCode === STORE)
    .map(({ kind = '', topic = kind }) => topic)
}

type Work = (trx: Transaction) => Promise<unknown>

const guest = { consumeType: 'NOCARDCONSUME', price: 3000 } as const
const scanned = async (payCode: string) => (await sales.charge(guest, { payCode })).result.id
const recharged = async (payCode: string) =>
  refunds.recharge(await venue.member(), {}, { consumePayMode: 'wechat', payCode })
const payment = (end: 'paid' | 'closed', kind: string, id: string): Work => {
  const ended = { id, orgCode: STORE } as Parameters<NonNullable<typeof orders>['paid']>[2]
  const orders = server.deps.registry.paidOrders.get(kind)
  return async (trx) => orders?.[end](trx, id, ended, server.deps)
}

/** Acts that notify in their transaction: each prepared once, done twice. */
const cases: Record<string, { topics: string[]; ready: () => Promise<Work> }> = {
  'a charge that a guest has paid': {
    topics: ['playRecords', 'vehicles', 'printJobs'],
    ready: async () => payment('paid', 'consume', await scanned(NEVER)),
  },
  'a charge that nobody has paid': {
    topics: ['playRecords', 'vehicles', 'printJobs'],
    ready: async () => payment('closed', 'consume', await scanned(NEVER)),
  },
  'a recharge that was paid by scan': {
    topics: ['printJobs', 'recharges', 'wallets'],
    ready: async () => payment('paid', 'recharge', await recharged(NEVER)),
  },
  'a recharge that nobody has paid': {
    topics: ['recharges'],
    ready: async () => payment('closed', 'recharge', await recharged(NEVER)),
  },
  'trials that escape': {
    topics: ['playRecords'],
    ready: async () => {
      await sales.hang({ ...guest, price: 0 })
      server.clock.advance(2 * 3_600_000)
      const within = (trx: Transaction) => ({ ...server.deps.db, scoped: (_: unknown, work: Work) => work(trx) })
      return (trx) => escapeTrials({ ...server.deps, db: within(trx) } as Deps)
    },
  },
  'a payment that begins': {
    topics: ['payments'],
    ready: async () => (trx) =>
      startPayment(server.deps, trx, {
        orderKind: 'test',
        orderId: newId(),
        orgCode: STORE,
        amount: 100,
        payCode: PAID,
        subject: '卡丁车',
        operatorId: newId(),
        operatorName: '收银员',
        cashierId: null,
        terminalId: null,
      }),
  },
  'a refund that is owed': {
    topics: ['payments'],
    ready: async () => {
      const id = await scanned(PAID)
      expect(await sales.ended(id)).toBe('paid')
      return (trx) => sql`select owe_refund(${newId()}, ${STORE}, ${id}, 100, '', now())`.execute(trx)
    },
  },
  'a refund that its provider has given': {
    topics: ['refunds', 'recharges', 'playRecords', 'wallets'],
    ready: async () => {
      const order = await recharged(PAID)
      await passes(server, 3000)
      const { message } = await refunds.refund('recharge', order)
      const ended = { id: message, orgCode: STORE, isDone: true, trouble: '' }
      return async (trx) => {
        for (const hear of server.deps.registry.refundEnds) await hear(trx, ended, server.deps)
      }
    },
  },
}

it.each(Object.entries(cases))(
  '%s notifies the copies of the server at its commit, and never after a rollback',
  async (_, { topics, ready }) => {
    const work = await ready()
    await toldByNow()
    const inStore = (then: () => void) =>
      server.deps.db.scoped(scopeOf(STORE), async (trx) => {
        await work(trx)
        then()
      })
    const takenBack = inStore(() => {
      throw new Error('taken back')
    })
    await expect(takenBack).rejects.toThrow('taken back')
    expect(await toldByNow()).toEqual([])
    await inStore(() => undefined)
    expect((await toldByNow()).sort()).toEqual(topics.toSorted())
  },
)
