import { withDictTexts } from '#server/core/dictionaries.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { paymentNumbers } from '#server/features/payments/index.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { type RechargeOrder, rechargeOrderResource } from '#shared/features/recharge/recharge-orders.schema.ts'
import { lastDayOf } from '#shared/features/wallets/validity.calc.ts'
import { membersOf, type rechargeOrderTable } from './recharge-orders.repository.ts'

type Row = ReturnType<typeof rechargeOrderTable.toRow>

/** Adds to orders the last day of validity, payment numbers and net revenue. */
export async function withDetails<R extends Row>(trx: Transaction, rows: readonly R[]) {
  const numbers = await paymentNumbers(
    trx,
    rows.map(({ id }) => id),
  )
  const clocks = await clocksOf(trx, rows)
  return rows.map((row) => {
    const { payOrderNumber = '', serialNumber = '' } = numbers.get(row.id) ?? {}
    const clock = clocks.get(row.sysOrgCode)
    const validUntil =
      row.changWanEndTime && clock ? lastDayOf(fromWireTime(row.changWanEndTime), clock) : row.validUntil
    return { ...row, validUntil, revenue: revenueOf(row), payOrderNumber, serialNumber }
  })
}

/** Time zone and start of day of the stores of orders with dated cards. */
async function clocksOf(trx: Transaction, rows: readonly Row[]) {
  const stores = new Set(rows.filter(({ changWanEndTime }) => changWanEndTime).map(({ sysOrgCode }) => sysOrgCode))
  if (stores.size === 0) return new Map<string, { timeZone: string; dayStartHour: number }>()
  const found = await trx
    .selectFrom('store')
    .select(['orgCode', 'timeZone', 'dayStartHour'])
    .where('orgCode', 'in', [...stores])
    .execute()
  return new Map(found.map(({ orgCode, ...clock }) => [orgCode, clock]))
}

const revenueOf = ({ payState, amount, refunded }: Row): number =>
  payState === 'nopay' || payState === 'closed' ? 0 : fromMinor(toMinor(amount) - toMinor(refunded))

/** Orders with the names of members and projects in the caller's language. */
export async function shownOrders(
  deps: Pick<Deps, 'dictionaries'>,
  { user, locale }: Pick<CallContext, 'user' | 'locale'>,
  trx: Transaction,
  rows: readonly Row[],
): Promise<RechargeOrder[]> {
  const texts = await withDictTexts(deps.dictionaries, rechargeOrderResource.dict, [...rows], locale)
  const named = await withProjectNames(trx, texts, locale)
  const members = await membersOf(
    trx,
    named.map(({ userId }) => userId),
  )
  const paid = await withDetails(trx, named)
  return paid.map((row) => {
    const { nickname = '', realname = '', phone = '' } = members.get(row.userId) ?? {}
    const userPhone = user.actions.has(SEE_PHONES) ? phone : maskPhone(phone)
    return { ...row, userNickname: nickname, userTruenmae: realname, userPhone }
  })
}
