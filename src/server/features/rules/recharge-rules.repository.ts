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
})

/** Active, and on sale today by the store's calendar. */
const offers = (now: Date) => ({
  table: 'recharge_rule' as const,
  isSold: sql`t.active and (not t.time_limited
    or (${now}::timestamptz at time zone s.time_zone)::date between t.offered_from and t.offered_until)`,
  toRow: rechargeRuleTable.toRow,
})

export const offeredRechargeRules = (trx: Transaction, search: OfferSearch, now: Date) =>
  searchOffers(trx, offers(now), search)

export const soldRechargeRule = (trx: Transaction, id: string, now: Date) => findOffer(trx, offers(now), id)
