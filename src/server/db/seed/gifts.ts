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
    const write = (at: Date, lines: object[]) => writeLines(trx, { at, by: '店长' }, lines)
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
    const [promised] = gifts
    if (promised) await seedOrderGifts(trx, now, promised.row)
  }
}

interface Promised {
  id: string
  name: string
  orgCode: string
}

/** A rule that includes a gift, and what became of the gifts of its last recharges. */
async function seedOrderGifts(trx: Transaction, now: Date, { id, name, orgCode }: Promised): Promise<void> {
  await trx
    .updateTable('rechargeRule')
    .set({ giftId: id, giftCount: 1 })
    .where('orgCode', '=', orgCode)
    .where('indexNumber', '=', 2)
    .execute()
  await sql`
    insert into order_gift (id, org_code, member_id, gift_id, gift_name, pieces, state, ended_for, created_at, ended_at, ended_by)
    select o.id, o.org_code, o.member_id, ${id}, ${name}, 1, ended.state, case ended.state when 'notGiving' then 'overdue' else '' end,
        o.paid_at, case ended.state when 'gifted' then o.paid_at + interval '10 minutes' when 'notGiving' then o.paid_at + interval '1 day' end,
        case ended.state when 'gifted' then o.operator_name else '' end
      from (
        select o.*, row_number() over (order by o.paid_at desc) as place
          from recharge_order o join recharge_rule r on r.id = o.rule_id and r.org_code = o.org_code
          where o.org_code = ${orgCode} and o.state = 'paid' and r.index_number = 2
      ) o
      cross join lateral (select case when o.paid_at > ${now}::timestamptz - interval '1 day' then 'notGifted'
        when o.place % 3 = 0 then 'notGiving' else 'gifted' end as state) ended
      where o.place <= 12`.execute(trx)
  const given = await trx
    .selectFrom('orderGift')
    .select(['id', 'memberId', 'endedAt', 'endedBy'])
    .where('giftId', '=', id)
    .where('state', '=', 'gifted')
    .orderBy('endedAt')
    .execute()
  for (const { id: orderId, memberId, endedAt, endedBy } of given) {
    const item = { orgCode, itemKind: 'gift', itemId: id, itemName: name }
    const line = { ...item, id: newId(), kind: 'handOut', delta: -1, handedFor: 'order', orderId, memberId }
    await writeLines(trx, { at: endedAt ?? now, by: endedBy }, [line])
  }
}

const writeLines = (trx: Transaction, { at, by }: { at: Date; by: string }, lines: object[]) => {
  const cause = { id: newId(), operatorName: by, now: at }
  return sql`select write_stock(${JSON.stringify(cause)}::jsonb, ${JSON.stringify(lines)}::jsonb)`.execute(trx)
}
