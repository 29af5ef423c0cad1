import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { GiftMode } from '#shared/features/gifts/gifts.schema.ts'

const DAY = 86_400_000
const ORG_CODES = ['A01A01', 'A01A02']
const TYPES = ['毛绒玩具', '文具', '饮料']

interface DemoGift {
  name: string
  giftType: string
  mode: GiftMode
  price?: number
  integral?: number
  cost: number
  lowStock: number
  /** Pieces that came in. */
  stock: number
}

const GIFTS: readonly DemoGift[] = [
  { name: '小熊玩偶', giftType: '毛绒玩具', mode: 'handOut', cost: 1500, lowStock: 5, stock: 42 },
  { name: '赛车模型', giftType: '毛绒玩具', mode: 'points', integral: 300, cost: 2800, lowStock: 5, stock: 5 },
  { name: '钥匙扣', giftType: '文具', mode: 'points', integral: 60, cost: 300, lowStock: 10, stock: 80 },
  { name: '荧光手环', giftType: '文具', mode: 'money', price: 500, cost: 150, lowStock: 20, stock: 16 },
  { name: '矿泉水', giftType: '饮料', mode: 'handOut', cost: 120, lowStock: 24, stock: 96 },
]

/** Gifts of the demo stores, with what came in, was lost and was handed out. */
export async function seedGifts(trx: Transaction, now: Date): Promise<void> {
  const createdAt = new Date(now.getTime() - 20 * DAY)
  for (const orgCode of ORG_CODES) {
    const stamp = { orgCode, createdBy: 'manager', createdAt }
    await trx
      .insertInto('giftType')
      .values(TYPES.map((name, indexNumber) => ({ ...stamp, id: newId(), name, indexNumber: indexNumber + 1 })))
      .execute()
    const gifts = GIFTS.map(({ stock, ...gift }) => ({ row: { ...stamp, ...gift, id: newId() }, stock }))
    await trx
      .insertInto('gift')
      .values(gifts.map(({ row }) => row))
      .execute()
    const entries = (kind: string, change: (stock: number) => number, reason: string, more: object = {}) =>
      gifts.map(({ row, stock }) => ({
        id: newId(),
        orgCode,
        itemKind: 'gift',
        itemId: row.id,
        itemName: row.name,
        kind,
        delta: change(stock),
        reason,
        ...more,
      }))
    const write = (at: Date, lines: object[]) => {
      const cause = { id: newId(), operatorName: '店长', now: at }
      return sql`select write_stock(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb)`.execute(trx)
    }
    await write(
      createdAt,
      entries('in', (stock) => stock, '首次进货'),
    )
    const before = (days: number) => new Date(now.getTime() - days * DAY)
    await write(
      before(3),
      entries('loss', () => -1, '包装破损'),
    )
    const given = { handedFor: 'free', recipient: '李女士' }
    await write(before(1), entries('handOut', () => -1, '生日会', given).slice(0, 1))
  }
}
