import { sql } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import { newId } from '#shared/core/id.ts'
import type { CloakroomPlaceKind } from '#shared/features/cloakroom/cloakroom-places.contract.ts'

const HOUR = 3_600_000
/** Two hours are free; then each hour begun costs 5.00, and 30.00 is the most. */
const FREE_HOURS = 2
const HOUR_FEE = 500
const FEE_MOST = 3000
const ORG_CODES = ['A01A01', 'A01A02']

const PLACES: readonly { name: string; kind: CloakroomPlaceKind; active?: boolean }[] = [
  ...Array.from({ length: 12 }, (_, index) => ({
    name: `A${String(index + 1).padStart(2, '0')}`,
    kind: 'locker' as const,
  })),
  { name: '货架 1', kind: 'shelf' },
  { name: '头盔钩 1', kind: 'hook' },
  { name: '头盔钩 2', kind: 'hook', active: false },
]

/** What guests have left: hours ago, and how it ended. */
const ITEMS = [
  { name: '背包', guestName: '李女士', phone: '13900002345', place: 0, hours: 1 },
  { name: '头盔', guestName: '周强', phone: '13700006789', place: 13, hours: 2 },
  {
    name: '行李箱',
    guestName: '陈先生',
    phone: '13600001122',
    place: 3,
    hours: 30,
    state: 'toBeCollected',
    collectFor: 'time',
  },
  { name: '外套', guestName: '刘洋', phone: '13500003344', place: 5, hours: 27, state: 'takenOut', endedAfter: 3 },
  {
    name: '相机包',
    guestName: '王小姐',
    phone: '13400005566',
    place: 1,
    hours: 50,
    state: 'takenOut',
    endedAfter: 4,
    recipient: '王小姐',
    document: '身份证 …2214',
  },
  { name: '宠物箱', guestName: '赵先生', phone: '', place: null, hours: 5, state: 'rejected', reason: '不寄存活物' },
] as const

/** The cloakroom of the demo stores: lockers, and what guests have left in them. */
export async function seedCloakroom(trx: Transaction, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR)
  const manager = await trx
    .selectFrom('userAccount')
    .select(['id', 'realname'])
    .where('username', '=', 'manager')
    .executeTakeFirst()
  for (const orgCode of ORG_CODES) {
    const terms = { cloakroomFreeMinutes: FREE_HOURS * 60, cloakroomHourFee: HOUR_FEE, cloakroomFeeMost: FEE_MOST }
    await trx.updateTable('store').set(terms).where('orgCode', '=', orgCode).execute()
    const places = PLACES.map((place, index) => ({
      active: true,
      ...place,
      id: newId(),
      orgCode,
      indexNumber: index + 1,
      createdBy: 'manager',
      createdAt: before(24 * 20),
    }))
    await trx.insertInto('cloakroomPlace').values(places).execute()
    const items = ITEMS.map(({ place, hours, ...item }) => {
      const isRefused = 'reason' in item
      const { endedAfter = 0, ...row } = { endedAfter: undefined, ...item }
      const ended = endedAfter > 0 ? { endedAt: before(hours - endedAfter), endedBy: '李小敏' } : {}
      const confirmed =
        'recipient' in item ? { confirmerId: manager?.id ?? null, confirmedBy: manager?.realname ?? '' } : {}
      return {
        ...row,
        ...ended,
        ...confirmed,
        id: newId(),
        orgCode,
        code: isRefused ? null : sql<string>`random_code('B.', gen_random_uuid())`,
        placeId: place === null ? null : (places[place]?.id ?? null),
        pieces: 1,
        freeUntil: isRefused ? null : before(hours - FREE_HOURS),
        hourFee: isRefused ? 0 : HOUR_FEE,
        feeMost: isRefused ? 0 : FEE_MOST,
        dueAt: isRefused ? null : before(hours - 24),
        createdAt: before(hours),
        createdBy: 'cashier',
      }
    })
    for (const item of items) await trx.insertInto('cloakroomItem').values(item).execute()
  }
}
