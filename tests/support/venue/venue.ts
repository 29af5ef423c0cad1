import { type Insertable, sql } from 'kysely'
import { type Database, EVERY_STORE, type Transaction } from '#server/db/database.ts'
import { demoRules } from '#server/db/seed/venue.data.ts'
import type { Tables } from '#server/db/tables.ts'
import { type LedgerCause, type LedgerEntry, post, walletsOf } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'

export const STORE = 'A01A01'

/** The demo rule of a store with this consume type; the first has both modes. */
export function demoRule(consumeType: ConsumeType = 'BALANCE', orgCode = STORE) {
  const rule = demoRules.find((one) => one.orgCode === orgCode && one.consumeType === consumeType)
  if (!rule) throw new Error(`no demo rule for ${consumeType} at ${orgCode}`)
  return rule
}

/** Vehicles of all builders: their names are unique in a store. */
let vehicles = 0

export type GivenRechargeRule = Partial<Insertable<Tables['rechargeRule']>>
type GivenMember = Partial<Insertable<Tables['member']>> & Partial<Record<OpenedWallet, number>>
type OpenedWallet = 'balance' | 'give' | 'integral' | 'laps' | 'coins'

/** The builders of one test server's rows: each gives only what a test cares about. */
export function venueOf(server: { deps: { db: Database }; clock: { now(): Date } }) {
  const inEveryStore = <T>(work: (trx: Transaction) => Promise<T>): Promise<T> =>
    server.deps.db.scoped(EVERY_STORE, work)
  let count = 0

  return {
    async vehicle(given: Partial<Insertable<Tables['vehicle']>> = {}): Promise<{ id: string; name: string }> {
      const place = ++vehicles
      const row = { id: newId(), orgCode: STORE, name: `测试车${place}`, indexNumber: 100 + place, ...given }
      const { orgCode, vehicleType } = row
      await inEveryStore(async (trx) => {
        if (vehicleType) {
          const type = { id: newId(), orgCode, name: vehicleType }
          await trx
            .insertInto('vehicleType')
            .values(type)
            .onConflict((named) => named.doNothing())
            .execute()
        }
        await trx.insertInto('vehicle').values(row).execute()
      })
      return row
    },
    async rule(given: Partial<Insertable<Tables['consumeRule']>> = {}): Promise<{ id: string }> {
      const name = `测试规则${++count}`
      const defaults = { name, consumeType: 'BALANCE' as const, laps: 8, minutes: 10, price: 3500 }
      const row = { id: newId(), orgCode: STORE, ...defaults, ...given }
      await inEveryStore((trx) => trx.insertInto('consumeRule').values(row).execute())
      return row
    },
    /** A recharge rule that gives values forever. */
    async rechargeRule(given: GivenRechargeRule = {}): Promise<string> {
      const row = {
        id: newId(),
        orgCode: STORE,
        name: `充值${++count}`,
        amountType: 'fixed',
        salesMethod: 'listedPrice',
      }
      const gains = { recharge: 120_050, price: 100_000, give: 5000, integral: 50, frequency: 3, laps: 7 }
      const values = { ...row, ...gains, projectType: 'currency', validityType: 'forever', memberLevel: '', ...given }
      await inEveryStore((trx) =>
        trx
          .insertInto('rechargeRule')
          .values(values as Insertable<Tables['rechargeRule']>)
          .execute(),
      )
      return values.id
    },
    /** A product with so many pieces in stock; returns its id. */
    product: ({
      pieces = 100,
      ...given
    }: Partial<Insertable<Tables['product']>> & { pieces?: number } = {}): Promise<string> =>
      inEveryStore(async (trx) => {
        const row = { id: newId(), orgCode: STORE, name: `商品${newId()}`, price: 300, ...given }
        await trx.insertInto('product').values(row).execute()
        if (row.tracksStock !== false && pieces > 0) {
          const cause = { id: newId(), operatorName: '店长', now: server.clock.now() }
          const item = { orgCode: row.orgCode, itemKind: 'product', itemId: row.id, itemName: row.name }
          const lines = [{ ...item, id: newId(), kind: 'in', delta: pieces, reason: '进货' }]
          await sql`select write_stock(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb)`.execute(trx)
        }
        return row.id
      }),
    /** The pieces of a product in stock. */
    stockOf: async (id: string): Promise<number> =>
      inEveryStore(async (trx) => {
        const row = await trx.selectFrom('stockLevel').select('quantity').where('itemId', '=', id).executeTakeFirst()
        return row?.quantity ?? 0
      }),
    /** A batch of the store's own coupons; returns the codes. */
    coupons: (given: Partial<Insertable<Tables['couponBatch']>>): Promise<string[]> =>
      inEveryStore(async (trx) => {
        const row = {
          id: newId(),
          orgCode: STORE,
          name: `券${++count}`,
          kind: 'value' as const,
          value: 2000,
          count: 1,
          ...given,
        }
        await trx.insertInto('couponBatch').values(row).execute()
        await sql`select store_coupon_codes(${row.id}, ${row.orgCode})`.execute(trx)
        const codes = await trx
          .selectFrom('couponCode')
          .select('code')
          .where('batchId', '=', row.id)
          .orderBy('number')
          .execute()
        return codes.map(({ code }) => code)
      }),
    /** A member whose wallets have been filled through the ledger; returns the number. */
    async member({ balance, give, integral, laps, coins, ...given }: GivenMember = {}): Promise<string> {
      return inEveryStore(async (trx) => {
        const row = { orgCode: STORE, nickname: `会员${++count}`, consumePassword: null, ...given }
        const { id } = await trx.insertInto('member').values(row).returning('id').executeTakeFirstOrThrow()
        const lines: LedgerEntry[] = [
          { account: 'balance', member: id, delta: balance ?? 0 },
          { account: 'give', member: id, delta: give ?? 0 },
          { account: 'integral', member: id, delta: integral ?? 0 },
          { account: 'laps', member: id, delta: laps ?? 0 },
          { account: 'coins', member: id, delta: coins ?? 0 },
        ]
        const { orgCode } = row
        const cause = { id: newId(), orgCode, operatorId: null, terminalId: null, now: server.clock.now() }
        if (lines.some(({ delta }) => delta > 0)) await post(trx, { kind: 'opening', ...cause }, lines)
        return id
      })
    },
    setHungLimit: (limit: number, orgCode = STORE) =>
      inEveryStore((trx) =>
        trx.updateTable('store').set({ hungOrderLimit: limit }).where('orgCode', '=', orgCode).execute(),
      ),
    setTrialLimit: (limit: number, orgCode = STORE) =>
      inEveryStore((trx) =>
        trx.updateTable('store').set({ trialLimit: limit }).where('orgCode', '=', orgCode).execute(),
      ),
    setChargeOrder: (chargeOrder: 'paidFirst' | 'giftFirst' | 'proportional') =>
      inEveryStore((trx) => trx.updateTable('store').set({ chargeOrder }).where('orgCode', '=', STORE).execute()),
    /** Sets whether the store takes cash, and codes by the sandbox. */
    setTenders: ({ cash, codes }: { cash: boolean; codes: boolean }, orgCode = STORE) =>
      inEveryStore(async (trx) => {
        const acceptsCash = cash ? ('YES' as const) : ('NO' as const)
        await trx.updateTable('store').set({ acceptsCash }).where('orgCode', '=', orgCode).execute()
        await trx.updateTable('paymentProvider').set({ enabled: codes }).where('orgCode', '=', orgCode).execute()
      }),
    /** Sets when the server last received a report of a terminal. */
    lastSeen: (id: string, seenAt: Date) =>
      inEveryStore((trx) => trx.updateTable('terminal').set({ seenAt }).where('id', '=', id).execute()),
    /** Changes a member's wallets by hand, as a cause of its own. */
    post: (cause: Partial<LedgerCause>, lines: LedgerEntry[]) =>
      inEveryStore((trx) =>
        post(
          trx,
          {
            kind: 'adjust',
            id: newId(),
            orgCode: STORE,
            operatorId: null,
            terminalId: null,
            now: server.clock.now(),
            ...cause,
          },
          lines,
        ),
      ),
    /** The values and holds of a member's wallets, by kind; visits by their project. */
    wallets: async (id: string): Promise<Record<string, { value: number; held: number }>> => {
      const rows = await inEveryStore((trx) => walletsOf(trx, [id]))
      return Object.fromEntries(
        rows.map(({ kind, project, value, held }) => [project === '' ? kind : `${kind} ${project}`, { value, held }]),
      )
    },
    /** The rows of a table, of every store. */
    rows: <T extends keyof Tables>(table: T) => ({
      where: async (column: string, value: unknown) =>
        inEveryStore((trx) =>
          trx
            .selectFrom(table as 'member')
            .selectAll()
            .where(column as 'id', '=', value as string)
            .execute(),
        ) as unknown as Promise<Record<string, unknown>[]>,
    }),
    /** The body of a start, with a racer and the first BALANCE rule. */
    start: (given: Partial<StartInput>) => ({
      consumeVehicleMode: 'circlemode' as const,
      ruleId: demoRule().id,
      racer: '神秘车手',
      ...given,
    }),
    inEveryStore,
  }
}

export type Venue = ReturnType<typeof venueOf>

/** A member as the counter sees it. */
export async function seen(
  client: { members: { searchMemberById: (input: { query: { id: string } }) => Promise<{ result: Member | null }> } },
  id: string,
): Promise<Member> {
  const { result } = await client.members.searchMemberById({ query: { id } })
  if (!result) throw new Error(`no member ${id}`)
  return result
}
