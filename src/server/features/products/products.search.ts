import type { Selectable } from 'kysely'
import { namedSource } from '#server/core/search/named-source.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromMinor } from '#shared/core/money.ts'
import { productResource } from '#shared/features/products/products.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { productTable } from './products.repository.ts'

/** Products by name or barcode, as their list shows them: also those that are switched off. */
export const productSource = namedSource<Selectable<Tables['product']>>({
  kind: 'product',
  definition: productResource,
  statements: productTable,
  table: 'product',
  codes: ['barcode'],
  details: ({ price, priceKind, barcode, active }, { locale }) => ({
    notes: barcode === '' ? [] : [barcode],
    amount: priceKind === 'custom' ? null : fromMinor(price),
    state: active ? '' : text(locale, 'search.inactive'),
  }),
})
