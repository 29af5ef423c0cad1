import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { PriceKind } from '#shared/features/products/price-kind.schema.ts'

const DAY = 86_400_000
const ORG_CODES = ['A01A01', 'A01A02']
const TYPES = ['饮料', '装备', '纪念品']

interface DemoProduct {
  name: string
  productType: string
  barcode?: string
  priceKind?: PriceKind
  price?: number
  minPrice?: number
  maxPrice?: number
  taxMark?: string
  lowStock?: number
  selfService?: boolean
  /** Pieces that came in; none: its stock is not counted. */
  stock?: number
}

const PRODUCTS: readonly DemoProduct[] = [
  {
    name: '矿泉水',
    productType: '饮料',
    barcode: '6901234567892',
    price: 300,
    taxMark: 'A',
    lowStock: 24,
    selfService: true,
    stock: 120,
  },
  {
    name: '运动饮料',
    productType: '饮料',
    barcode: '6901234567908',
    price: 600,
    taxMark: 'A',
    lowStock: 24,
    selfService: true,
    stock: 20,
  },
  {
    name: '赛车手套',
    productType: '装备',
    barcode: '6901234567915',
    price: 3900,
    taxMark: 'B',
    lowStock: 6,
    stock: 30,
  },
  {
    name: '头套',
    productType: '装备',
    barcode: 'PL-HOOD-1',
    price: 500,
    taxMark: 'B',
    lowStock: 30,
    selfService: true,
    stock: 200,
  },
  { name: '定制纪念照', productType: '纪念品', priceKind: 'custom', minPrice: 2000, maxPrice: 20_000, taxMark: 'B' },
]

/** Products of the demo stores, with what came in and was lost. */
export async function seedProducts(trx: Transaction, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 20 * DAY)
  for (const orgCode of ORG_CODES) {
    const stamp = { orgCode, createdBy: 'manager', createdAt }
    await trx
      .insertInto('productType')
      .values(TYPES.map((name, indexNumber) => ({ ...stamp, id: newId(), name, indexNumber: indexNumber + 1 })))
      .execute()
    const products = PRODUCTS.map(({ stock, ...product }) => ({
      row: { ...stamp, ...product, id: newId(), tracksStock: stock !== undefined },
      stock,
    }))
    await trx
      .insertInto('product')
      .values(products.map(({ row }) => row))
      .execute()
    const entries = (kind: string, change: (stock: number) => number, reason: string) =>
      products.flatMap(({ row: { id, name }, stock }) =>
        stock === undefined
          ? []
          : [
              {
                id: newId(),
                orgCode,
                itemKind: 'product',
                itemId: id,
                itemName: name,
                kind,
                delta: change(stock),
                reason,
              },
            ],
      )
    const write = (at: Date, lines: object[]) => {
      const cause = { id: newId(), operatorName: '店长', now: at }
      return sql`select write_stock(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb)`.execute(trx)
    }
    await write(
      createdAt,
      entries('in', (stock) => stock, '首次进货'),
    )
    await write(
      new Date(now.getTime() - 3 * DAY),
      entries('loss', () => -1, '包装破损'),
    )
  }
}
