import type { Selectable } from 'kysely'
import { namedSource } from '#server/core/search/named-source.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import { giftResource } from '#shared/features/gifts/gifts.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { giftTable } from './gifts.repository.ts'

/** Gifts by name or barcode, as their list shows them: also those that are switched off. */
export const giftSource = namedSource<Selectable<Tables['gift']>>({
  kind: 'gift',
  definition: giftResource,
  statements: giftTable,
  table: 'gift',
  codes: ['barcode'],
  details: ({ price, barcode, active }, { locale }) => ({
    notes: barcode === '' ? [] : [barcode],
    amount: fromMinor(price),
    state: active ? '' : text(locale, 'search.inactive'),
  }),
})
