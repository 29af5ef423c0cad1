import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import { playCardRuleResource } from '#shared/features/rules/play-card-rules.contract.ts'
import { findOffer, type OfferSearch, searchOffers } from './offers.repository.ts'
import { notWithdrawn } from './rule-book.service.ts'

export const playCardRuleTable = crudTable(playCardRuleResource, {
  table: 'playCardRule',
  ofStores: true,
  where: notWithdrawn,
  columns: {
    roleName: 'name',
    changwanDays: 'days',
    counts: 'plays',
    needPhoto: 'needsPhoto',
    isActive: 'active',
  },
})

const offers = {
  table: 'play_card_rule' as const,
  // A card without rides cannot be used.
  isSold: sql`t.active and t.plays <> 0`,
  toRow: playCardRuleTable.toRow,
}

export const offeredPlayCards = (trx: Transaction, search: OfferSearch) => searchOffers(trx, offers, search)

export const soldPlayCard = (trx: Transaction, id: string) => findOffer(trx, offers, id)
