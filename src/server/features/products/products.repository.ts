import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { crudTable } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { type StockItem, stockOf } from '#server/features/stock/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { OfferedProduct } from '#shared/features/products/cart.schema.ts'
import { normalizedProduct, productProblem } from '#shared/features/products/products.calc.ts'
import { type ProductFields, productFields, productResource } from '#shared/features/products/products.schema.ts'

type ProductRow = z.output<typeof productResource.entity>
type Conditions = readonly RawBuilder<unknown>[]

const table = crudTable(productResource, {
  table: 'product',
  ofStores: true,
  columns: { productName: 'name', isActive: 'active' },
  // These follow from the stock lines; see `withStock`.
  codecs: {
    stock: { toWire: () => 0, toColumn: () => undefined },
    isLow: { toWire: () => 'NO', toColumn: () => undefined },
    stockLineId: { toWire: () => '', toColumn: () => undefined },
  },
  complete: withStock,
})

/** The path of the calls of products, which names them in the audit trail, and the topic of their lists. */
export const PRODUCTS_PLACE = { path: productResource.path, topic: 'products' } as const

async function withStock(trx: Transaction, rows: readonly ProductRow[]): Promise<ProductRow[]> {
  const levels = await stockOf(
    trx,
    'product',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { quantity = 0, lastLine = null } = levels.get(row.id) ?? {}
    const isLow = row.tracksStock === 'YES' && row.lowStock > 0 && quantity <= row.lowStock
    return { ...row, stock: quantity, isLow: isLow ? 'YES' : 'NO', stockLineId: lastLine ?? '' }
  })
}

const IS_LOW = sql`(t.tracks_stock and t.low_stock > 0 and t.low_stock >= coalesce((select s.quantity from stock_level s
  where s.item_id = t.id and s.item_kind = 'product' and s.org_code = t.org_code), 0))`

/** Active products, gifts and coupons that are sold for money in scope, or of one store. */
export async function offeredProducts(trx: Transaction, orgCode: string | undefined): Promise<OfferedProduct[]> {
  const { rows } = await sql<OfferedProduct>`
    select t.id, t.org_code as sys_org_code, t.name as product_name, t.item_type as product_type, t.barcode, t.price_kind, t.price, t.min_price, t.max_price,
        case when t.tracks_stock then coalesce(s.quantity, 0) end as stock
      from goods_item t
      left join stock_level s on s.item_id = t.id and s.item_kind = t.item_kind and s.org_code = t.org_code
      where t.active and t.for_sale and (${orgCode ?? null}::text is null or t.org_code = ${orgCode ?? null})
      order by t.org_code, t.item_type, t.name, t.id limit 5000`.execute(trx)
  return rows.map((row) => ({
    ...row,
    price: fromMinor(row.price),
    minPrice: fromMinor(row.minPrice),
    maxPrice: fromMinor(row.maxPrice),
  }))
}

/** The conditions of a search, with that of low stock. */
const withLow = ({ isLow }: Record<string, unknown>, more: Conditions = []): Conditions =>
  isLow === 'YES' || isLow === 'NO' ? [...more, isLow === 'YES' ? IS_LOW : sql`not ${IS_LOW}`] : more

/** The product as it is stored. Throws what is wrong with it as a whole. */
function validated(product: ProductFields): ProductFields {
  const normalized = normalizedProduct(product)
  const problem = productProblem(normalized)
  if (problem) throw new AppError(problem.code, problem.details)
  return normalized
}

const fieldNames = Object.keys(productFields.shape) as (keyof ProductFields)[]

/** The statements of products: each belongs to a store and is validated as a whole. */
export const productTable: typeof table = {
  ...table,
  page: (trx, user, query, more) => table.page(trx, user, query, withLow(query, more)),
  count: (trx, user, query, more) => table.count(trx, user, query, withLow(query, more)),
  each: (trx, user, query, more) => table.each(trx, user, query, withLow(query, more)),
  async add(trx, { sysOrgCode, ...product }, writer) {
    const orgCode = await storeFor(trx, writer.user, sysOrgCode)
    return table.add(trx, validated(product), { ...writer, orgCode })
  },
  async edit(trx, id, values, writer) {
    const { id: known } = await table.get(trx, id)
    await sql`select from product where id = ${known} for no key update`.execute(trx)
    const before = await table.get(trx, known)
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    if (given.length === 0) return { before, after: before }
    const old = Object.fromEntries(fieldNames.map((name) => [name, before[name]]))
    // The entries have the names of the fields.
    const changed = { ...old, ...Object.fromEntries(given) } as ProductFields
    const { after } = await table.edit(trx, known, validated(changed), writer)
    return { before, after }
  },
  /** Products with stock lines or sales stay, because these refer to them; they can be switched off. */
  async remove(trx, ids) {
    // A call that writes the first line of a product holds its row.
    await sql`select from product t where t.id::text = any(${[...ids]}::text[]) order by t.id for update`.execute(trx)
    const { rows } = await sql<{ name: string }>`select t.name from product t
      where t.id::text = any(${[...ids]}::text[])
        and (exists (select from stock_level s where s.item_id = t.id and s.item_kind = 'product' and s.org_code = t.org_code)
          or exists (select from order_line l where l.product_id = t.id and l.org_code = t.org_code))
      limit 1`.execute(trx)
    if (rows[0]) throw new AppError('products.inUse', { product: rows[0].name })
    return table.remove(trx, ids)
  },
}

const productItem = ({ id, sysOrgCode, productName }: ProductRow): StockItem => ({
  kind: 'product',
  id,
  orgCode: sysOrgCode,
  name: productName,
})

/**
 * The stock of a product that the caller's data rules show, locked against deletion. Throws `common.recordNotFound`, or
 * `products.withoutStock` for one whose pieces are not counted.
 */
export async function lockProductItem(deps: Deps, trx: Transaction, ctx: CallContext, id: string): Promise<StockItem> {
  const list = { permissions: ['product:list'], fields: productResource.filter, columnOf: productTable.columnOf }
  await productTable.requireRows(trx, [id], await dataRules(trx, ctx.user, list, deps.clock()))
  await sql`select from product where id = ${id} for key share`.execute(trx)
  const product = await productTable.get(trx, id)
  if (product.tracksStock !== 'YES') {
    throw new AppError('products.withoutStock', { field: 'id', product: product.productName })
  }
  return productItem(product)
}

/** The product of this name of a store, if its pieces are counted. */
export async function productOfName(trx: Transaction, name: string, orgCode: string): Promise<StockItem | undefined> {
  const row = await trx
    .selectFrom('product')
    .select('id')
    .where('name', '=', name)
    .where('orgCode', '=', orgCode)
    .where('tracksStock', '=', true)
    .forKeyShare()
    .executeTakeFirst()
  return row && { kind: 'product', id: row.id, orgCode, name }
}

/** The products of a store that guests may buy by themselves, with their stock, in the order of type and name. */
export async function selfServiceProducts(trx: Transaction, orgCode: string): Promise<ProductRow[]> {
  const { rows } = await sql<Record<string, unknown>>`select t.* from product t
    where t.org_code = ${orgCode} and t.active and t.self_service order by t.product_type, t.name, t.id limit 5000`.execute(
    trx,
  )
  return withStock(trx, rows.map(table.toRow))
}
