import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { rechargeRuleResource } from '#shared/features/rules/recharge-rules.contract.ts'
import { findOffer, type OfferSearch, searchOffers } from './offers.repository.ts'
import { notWithdrawn } from './rule-book.service.ts'

export const rechargeRuleTable = crudTable(rechargeRuleResource, {
  table: 'rechargeRule',
  ofStores: true,
  where: notWithdrawn,
  columns: {
    roleName: 'name',
    name: 'shownName',
    validDate: 'validOn',
    selfRecharge: 'selfService',
    timeLimit: 'timeLimited',
    limitBegin: 'offeredFrom',
    limitEnd: 'offeredUntil',
    isActive: 'active',
  },
  codecs: {
    giftId: { toWire: (id) => id ?? '', toColumn: (id) => (id === '' ? null : id) },
    // Of the gift; see `withGiftNames`.
    giftName: { toWire: () => '', toColumn: () => undefined },
  },
  complete: withGiftNames,
})

/** Adds the names of the gifts that rules include. */
export async function withGiftNames<R extends { giftId: string; giftName: string }>(
  trx: Transaction,
  rows: readonly R[],
): Promise<R[]> {
  const ids = [...new Set(rows.map(({ giftId }) => giftId).filter(Boolean))]
  const gifts =
    ids.length === 0 ? [] : await trx.selectFrom('gift').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(gifts.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, giftName: names.get(row.giftId) ?? '' }))
}

/** Active, on sale today by the store's calendar, and not for value that has ended by its business day. */
const offers = (now: Date) => ({
  table: 'recharge_rule' as const,
  isSold: sql`t.active and (not t.time_limited
    or (${now}::timestamptz at time zone s.time_zone)::date between t.offered_from and t.offered_until)
    and (t.validity_type <> 'fixedDate' or t.valid_on >= business_day(t.org_code, ${now}))`,
  toRow: rechargeRuleTable.toRow,
})

export const offeredRechargeRules = (trx: Transaction, search: OfferSearch, now: Date) =>
  searchOffers(trx, offers(now), search)

export const soldRechargeRule = (trx: Transaction, id: string, now: Date) => findOffer(trx, offers(now), id)

/** The recharges of a store that members may buy by themselves now, in the store's order. */
export async function selfRecharges(trx: Transaction, orgCode: string, now: Date) {
  const { isSold, toRow } = offers(now)
  const { rows } = await sql<Record<string, unknown>>`
    select t.*, s.name as store_name from recharge_rule t join store s on s.org_code = t.org_code
    where ${isSold} and t.org_code = ${orgCode} and t.self_service and t.amount_type = 'fixed'
    order by t.index_number, t.id`.execute(trx)
  return withGiftNames(trx, rows.map(toRow))
}
