import { type RawBuilder, sql } from 'kysely'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { PostedLine } from '#server/features/ledger/index.ts'
import { projectNames } from '#server/features/rules/index.ts'
import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import type { FromWallet } from '#shared/features/exchange/exchange.calc.ts'
import { exchangeResource } from '#shared/features/exchange/exchanges.schema.ts'
import { inAmounts, withShownAmounts } from './exchange-units.view.ts'

const table = crudTable(exchangeResource, {
  table: 'walletExchange',
  ofStores: true,
  columns: {
    exchangeState: 'state',
    userId: 'memberId',
    fromAmount: 'fromUnits',
    toAmount: 'toUnits',
    reversedTime: 'reversedAt',
    createBy: 'operatorName',
  },
  complete: async (_, rows) => rows.map(inAmounts),
})
type Rules = readonly RawBuilder<unknown>[]

/** The list of exchanges, with wire amounts; workbooks have projects by name. */
export const exchangeTable = {
  columnOf: table.columnOf,
  requireRows: table.requireRows,
  count: table.count,
  page: table.page,
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, more: Rules) {
    const nameOf = await projectNames(trx)
    for await (const rows of table.each(trx, user, query, more)) {
      yield rows.map((row) => ({
        ...row,
        fromProject: nameOf(row.sysOrgCode, row.fromProject),
        toProject: nameOf(row.sysOrgCode, row.toProject),
      }))
    }
  },
  get: table.get,
}

/** What the SQL function `plan_exchange` returns, in ledger units. */
export interface PlannedExchange {
  received: number
  available: number
  toValue: number
  used: number
  refusal: { code: ErrorCode; details: ErrorDetails } | null
}

interface OfferedRate {
  id: string
  orgCode: string
  fromWallet: FromWallet
  fromProject: string
  toWallet: Exclude<FromWallet, 'balance'>
  toProject: string
  fromUnits: number
  toUnits: number
  minimum: number
  step: number
  dayLimit: number
  plan: PlannedExchange
}

interface Payer {
  id: string
  orgCode: string
}

/** The rates in use at a member's store, each with the plan of its smallest amount. */
export async function offeredRates(trx: Transaction, { id, orgCode }: Payer, now: Date): Promise<OfferedRate[]> {
  const { rows } = await sql<OfferedRate>`
    select r.id, r.org_code, r.from_wallet, r.from_project, r.to_wallet, r.to_project, r.from_units, r.to_units, r.minimum, r.step,
        r.day_limit, plan_exchange(r, m, r.minimum, ${now}) as plan
      from exchange_rate r join member m on m.org_code = r.org_code
      where m.id = ${id} and m.org_code = ${orgCode} and r.active
      order by r.created_at, r.id limit 500`.execute(trx)
  return rows
}

/** A rate of the member's store, by its id. */
export const findRate = (trx: Transaction, { orgCode }: Payer, rateId: string) =>
  trx.selectFrom('exchangeRate').selectAll().where('id', '=', rateId).where('orgCode', '=', orgCode).executeTakeFirst()

export async function planOf(
  trx: Transaction,
  { id, orgCode }: Payer,
  rateId: string,
  units: number,
  now: Date,
): Promise<PlannedExchange> {
  const { rows } = await sql<{ plan: PlannedExchange }>`
    select plan_exchange(r, m, ${units}, ${now}) as plan
      from exchange_rate r join member m on m.org_code = r.org_code
      where r.id = ${rateId} and m.id = ${id} and m.org_code = ${orgCode}`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a rate or member was not found when it was read again')
  return found.plan
}

/** What the SQL function `exchange_value` returns. */
interface ExchangedValue {
  orgCode: string
  memberId: string
  fromWallet: FromWallet
  toWallet: FromWallet
  received: number
  posted: PostedLine[]
}

export async function exchangeValue(trx: Transaction, call: object): Promise<ExchangedValue> {
  const { rows } = await sql<{ made: ExchangedValue }>`
    select exchange_value(${JSON.stringify(call)}::jsonb) as made`
    .execute(trx)
    .catch((error: unknown) => {
      throw withShownAmounts(error)
    })
  const [row] = rows
  if (!row) throw new Error('exchange_value returned nothing')
  return row.made
}

export async function reverseExchange(trx: Transaction, call: object): Promise<Payer & { memberId: string }> {
  const { rows } = await sql<{ made: Payer & { memberId: string } }>`
    select reverse_exchange(${JSON.stringify(call)}::jsonb) as made`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('reverse_exchange returned nothing')
  return row.made
}
