import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { RefundInput } from '#shared/features/refunds/refunds.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { STORE, type Venue } from './venue.ts'

type Given = Partial<RefundInput> & { key?: string; by?: TestClient }
interface Staff {
  venue: Venue
  manager: TestClient
  cashier: TestClient
}

/** The code of a refusal, with the available amount and the field, or that it was done. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code, details }) => [code, details?.available, details?.field].filter(Boolean).join(' '),
  )

/** Rules of any test server: their names are unique. */
let rules = 0

/** Sells at the counter of a test server what is refunded then, and reads the results. */
export function refundsOf({ venue, manager, cashier }: Staff) {
  const refund = (
    orderKind: 'consume' | 'recharge',
    orderId: string,
    { key = newId(), by = manager, ...more }: Given = {},
  ) => by.refunds.add({ key, body: { orderKind, orderId, reason: '顾客改期', password: DEMO_PASSWORD, ...more } })
  const preview = async (orderKind: 'consume' | 'recharge', orderId: string, amount?: number) =>
    (await manager.refunds.preview({ query: { orderKind, orderId, amount } })).result
  /** The ledger entries of a cause, `account project delta`. */
  const ledgerOf = async (cause: string) =>
    (await venue.rows('ledgerLine').where('causeId', cause))
      .map(({ account, project, delta }) => [account, project, delta].filter((part) => part !== '').join(' '))
      .sort()
  const worth = async (member: string) =>
    Object.fromEntries(Object.entries(await venue.wallets(member)).map(([kind, { value }]) => [kind, value]))
  const orderOf = async (table: 'consumeOrder' | 'rechargeOrder', id: string) =>
    (await venue.rows(table).where('id', id))[0]

  async function charge(
    rule: Parameters<Venue['rule']>[0],
    more: Partial<Parameters<TestClient['consume']['add']>[0]['body']>,
  ) {
    const { id } = await venue.rule(rule)
    const vehicleId = more.usageMode === 'lineup' ? '' : (await venue.vehicle()).id
    const consumeType = rule?.consumeType ?? 'BALANCE'
    const body = {
      consumeType,
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: id,
      vehicleId,
      racer: '车手',
    } as const
    return (await cashier.consume.add({ key: newId(), body: { ...body, ...more } })).result.id
  }

  async function recharge(userId: string, given: object = {}, more: object = {}) {
    const amounts = {
      recharge: 50_000,
      price: 50_000,
      give: 5000,
      integral: 50,
      frequency: 3,
      projectType: 'PKIDS',
      laps: 7,
    }
    const row = {
      id: newId(),
      orgCode: STORE,
      name: `退款充值${++rules}`,
      amountType: 'fixed',
      salesMethod: 'storedValue',
    }
    const days = { validityType: 'forever', validDays: 0, validOn: null, offeredFrom: null, offeredUntil: null }
    const values = { ...row, ...amounts, ...days, ...given }
    await venue.inEveryStore((trx) =>
      trx
        .insertInto('rechargeRule')
        .values(values as never)
        .execute(),
    )
    const body = { userId, sysDepartRechargeRoleId: row.id, consumePayMode: 'cash' as const, ...more }
    return (await cashier.rechargeOrders.add({ key: newId(), body })).result.id
  }
  async function sellCard(userId: string, given: object = {}, more: object = {}) {
    const row = { id: newId(), orgCode: STORE, name: `退款卡${++rules}`, days: 0, plays: 10, price: 10_000, ...given }
    await venue.inEveryStore((trx) => trx.insertInto('playCardRule').values(row).execute())
    const body = { userId, sysDepartChangwanRoleId: row.id, consumePayMode: 'cash' as const, ...more }
    return (await cashier.rechargeOrders.add({ key: newId(), body })).result.id
  }
  return { refund, preview, ledgerOf, worth, orderOf, charge, recharge, sellCard }
}

export type Refunds = ReturnType<typeof refundsOf>
