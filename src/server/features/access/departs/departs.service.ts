import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { columnOfField } from '#server/core/lists/columns.ts'
import { listConditions } from '#server/core/lists/list.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import { addSmsEntry } from '#server/core/sms.ts'
import type { Transaction } from '#server/db/database.ts'
import { escapeLike } from '#server/db/store-list.ts'
import type { Tables } from '#server/db/tables.ts'
import { created, toDepart, updated } from '#server/features/access/entities.view.ts'
import { isPlatform, platformOnly, visibleDeparts } from '#server/features/access/rights.service.ts'
import { type Page, toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromWireTime, isTimeZone } from '#shared/core/time.ts'
import {
  type Depart,
  type DepartAdd,
  type DepartEdit,
  type DepartIdNode,
  type DepartNode,
  departFilter,
} from '#shared/features/access/departs.contract.ts'

type Row = Selectable<Tables['store']>
type Given = Partial<z.output<typeof DepartAdd>>

const texts = [
  ...([
    'departNameEn',
    'departNameAbbr',
    'description',
    'mobile',
    'fax',
    'address',
    'memo',
    'externalStoreId',
  ] as const),
]
const others = [
  'departName',
  'departOrder',
  'orgCategory',
  'status',
  'timeZone',
  'dayStartHour',
  'hungOrderLimit',
  'trialLimit',
  'chargeOrder',
  'cashierRequired',
] as const
const bought = ['apps', 'acceptsCash', 'smsCount'] as const
/** Columns whose name differs from the API family's field. */
const columns: Record<string, string> = {
  departName: 'name',
  departNameEn: 'nameEn',
  departNameAbbr: 'shortName',
  departOrder: 'sortOrder',
}
const columnOf = (field: string): string => columns[field] ?? field
export const columnOfDepart = (field: string): string => columns[field] ?? columnOfField(field)

interface DepartSearch {
  pageNo: number
  pageSize: number
  column: string
  order: 'asc' | 'desc'
  [filter: string]: unknown
}

/** The columns that an input sets; missing fields stay unchanged. */
function columnsOf(input: Given): Record<string, unknown> {
  const set: Record<string, unknown> = {}
  for (const field of texts) if (input[field] !== undefined) set[columnOf(field)] = input[field] ?? ''
  for (const field of [...others, ...bought]) {
    if (input[field] !== undefined && input[field] !== null) set[columnOf(field)] = input[field]
  }
  // Clients without this field send an empty prefix, which does not replace the stored one.
  if (input.queuePrefix) set.queuePrefix = input.queuePrefix
  if (input.endTime !== undefined) set.endTime = input.endTime ? fromWireTime(input.endTime, 'end') : null
  return set
}

/**
 * The fields of an input that the user may set: only the platform sets a store's purchases. Clients of the API family send whole
 * records, so unchanged values of the other fields are accepted.
 */
function permitted(user: CallContext['user'], input: Given, before?: Row): Given {
  if (input.timeZone && !isTimeZone(input.timeZone)) {
    throw new AppError('common.invalidInput', { field: 'timeZone', reason: 'IANA' })
  }
  if (isPlatform(user)) return input
  // The count of texts decreases meanwhile, so a record that is sent back may contain an older value.
  const { apps, acceptsCash, smsCount: _, endTime, ...own } = input
  const shown = before && toDepart(before)
  const differs = (given: unknown, current: unknown) => JSON.stringify(given) !== JSON.stringify(current)
  const asksForMore =
    (['apps', 'acceptsCash'] as const).some(
      (field) => (input[field] ?? null) !== null && differs(input[field], shown?.[field]),
    ) ||
    (endTime !== undefined && differs(endTime || null, shown?.endTime ?? null))
  if (asksForMore) throw new AppError('departs.boughtByPlatform')
  return own
}

function toNode(row: Row, children: DepartNode[] | null): DepartNode {
  const { id, name } = row
  return { ...toDepart(row), key: id, value: id, title: name, isLeaf: children === null, children }
}

const byOrder = (a: Row, b: Row): number => a.sortOrder - b.sortOrder || (a.orgCode < b.orgCode ? -1 : 1)

/** Rows as trees. Roots are the stores whose parent is out of scope. */
function toTree(rows: readonly Row[]): DepartNode[] {
  const shown = new Set(rows.map(({ id }) => id))
  const below = (row: Row): DepartNode => {
    const children = rows.filter(({ parentId }) => parentId === row.id).map(below)
    return toNode(row, children.length > 0 ? children : null)
  }
  return rows.filter(({ parentId }) => parentId === null || !shown.has(parentId)).map(below)
}

const toIds = (nodes: readonly DepartNode[]): DepartIdNode[] =>
  nodes.map(({ key, value, title, children }) => ({ key, value, title, children: children && toIds(children) }))

/** Chains and stores (spec §3). Users of one see and change it and everything below it. */
export function departsService({ auth, clock }: Pick<Deps, 'auth' | 'clock'>) {
  const inScope = async (trx: Transaction): Promise<Row[]> =>
    (await trx.selectFrom('store').selectAll().execute()).sort(byOrder)

  /** Records what the platform has set a store's count of SMS to; a store that is not counted has none. */
  const noteSmsCount = (
    trx: Transaction,
    orgCode: string,
    { before, after }: { before: number; after: unknown },
  ): Promise<void> => {
    const delta = typeof after === 'number' ? Math.max(after, 0) - Math.max(before, 0) : 0
    return addSmsEntry(trx, { orgCode, kind: 'platform', causeId: null, delta, texts: 0, createdAt: clock() })
  }

  const tree = (ctx: CallContext): Promise<DepartNode[]> => ctx.tx(async (trx) => toTree(await inScope(trx)))

  /** Adds a store within a transaction. The user who adds it may work there at once. */
  const insert = async (trx: Transaction, { parentId, ...input }: z.output<typeof DepartAdd>, user: SignedIn) => {
    const given = permitted(user, input)
    if (!parentId) platformOnly(user)
    const [parent] = parentId ? await visibleDeparts(trx, [parentId]) : []
    const { rows } = await sql<{ code: string }>`select next_org_code(${parent?.orgCode ?? ''}) as code`.execute(trx)
    const row = {
      ...columnsOf(given),
      id: newId(),
      parentId: parent?.id ?? null,
      orgCode: rows[0]?.code ?? '',
      name: input.departName,
      kind: parent ? ('store' as const) : ('chain' as const),
      ...created({ user }, clock()),
    }
    await trx.insertInto('store').values(row).execute()
    await noteSmsCount(trx, row.orgCode, { before: 0, after: given.smsCount })
    if (parent) await trx.insertInto('userStore').values({ userId: user.id, storeId: row.id }).execute()
    return { id: row.id, orgCode: row.orgCode }
  }

  return {
    tree,
    idTree: async (ctx: CallContext): Promise<DepartIdNode[]> => toIds(await tree(ctx)),

    search: (word: string, ctx: CallContext): Promise<DepartNode[]> =>
      ctx.tx(async (trx) => {
        const pattern = `%${escapeLike(word)}%`
        const rows = await trx.selectFrom('store').selectAll().where('name', 'ilike', pattern).execute()
        if (rows.length === 0) throw new AppError('departs.noneFound')
        return rows.sort(byOrder).map((row) => toNode(row, null))
      }),

    /** Stores by their ids, or all, without their tree. */
    list: (ids: readonly string[], ctx: CallContext): Promise<Depart[]> =>
      ctx.tx(async (trx) => {
        let found = trx.selectFrom('store').selectAll()
        if (ids.length > 0) found = found.where('id', 'in', ids)
        return (await found.orderBy('orgCode').execute()).map(toDepart)
      }),

    page: (query: DepartSearch, ctx: CallContext): Promise<Page<Depart>> =>
      ctx.tx(async (trx) => {
        const where = sql.join([sql`true`, ...listConditions(departFilter, query, columnOfDepart)], sql` and `)
        const direction = sql.raw(query.order)
        const { rows } = await sql<Row & { total: number }>`select t.*, count(*) over () as total from store t
          where ${where} order by ${sql.ref(`t.${columnOfDepart(query.column)}`)} ${direction}, t.id ${direction}
          limit ${query.pageSize} offset ${(query.pageNo - 1) * query.pageSize}`.execute(trx)
        const records = rows.map(({ total: _, ...row }) => toDepart(row))
        return toPage(records, rows[0]?.total ?? 0, query.pageNo, query.pageSize)
      }),

    parentName: (id: string, ctx: CallContext): Promise<string | null> =>
      ctx.tx(async (trx) => {
        const [row] = await visibleDeparts(trx, [id])
        if (!row?.parentId) return null
        const parent = await trx.selectFrom('store').select('name').where('id', '=', row.parentId).executeTakeFirst()
        return parent?.name ?? null
      }),

    /** The tree of a superior's own stores; null for other users. */
    async ofSuperior(ctx: CallContext): Promise<DepartNode[] | null> {
      const superior = await ctx.tx((trx) =>
        trx.selectFrom('userAccount').select('userIdentity').where('id', '=', ctx.user.id).executeTakeFirst(),
      )
      return superior?.userIdentity === 2 ? tree(ctx) : null
    },

    insert,

    add: (input: z.output<typeof DepartAdd>, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { id } = await insert(trx, input, ctx.user)
        ctx.touched({ id, after: input })
      }),

    async edit({ id, ...input }: z.output<typeof DepartEdit>, ctx: CallContext): Promise<void> {
      await ctx.tx(async (trx) => {
        const [before] = await visibleDeparts(trx, [id])
        const columns = columnsOf(permitted(ctx.user, input, before))
        const isAbove = before !== undefined && ctx.user.orgCode.startsWith(before.orgCode)
        // The user would be locked out together with all users there, and could not undo it.
        if (columns.status === '0' && isAbove && ctx.user.identity !== '-1') throw new AppError('departs.ownClosed')
        if (Object.keys(columns).length === 0) return
        if (before && input.smsCount !== undefined) {
          const { smsCount } = await trx
            .selectFrom('store')
            .select('smsCount')
            .where('id', '=', id)
            .forNoKeyUpdate()
            .executeTakeFirstOrThrow()
          await noteSmsCount(trx, before.orgCode, { before: smsCount, after: columns.smsCount })
        }
        await trx
          .updateTable('store')
          .set({ ...columns, ...updated(ctx, clock()) })
          .where('id', '=', id)
          .execute()
        if (before) ctx.touched({ id, before: toDepart(before), after: toDepart({ ...before, ...columns }) })
      })
      // Takes effect at once for all users who work there.
      if (input.status) await auth.forget('everyone')
    },

    /** Deletes stores with all stores below them. Throws if one of them has users or records. */
    remove: (ids: readonly string[], ctx: CallContext) =>
      ctx.tx(async (trx) => {
        // The lock waits for transactions that add a user or store to one of them, so that the checks below see these.
        await trx.selectFrom('store').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
        const chosen = await visibleDeparts(trx, ids)
        const doomed = (await inScope(trx)).filter(({ orgCode }) =>
          chosen.some((one) => orgCode.startsWith(one.orgCode)),
        )
        // Children first, because a store references its parent.
        doomed.sort((a, b) => b.orgCode.length - a.orgCode.length)
        for (const before of doomed) {
          // The user who created a store by mistake belongs to it and need not leave it first.
          const isBelow = before.orgCode !== ctx.user.orgCode && before.orgCode.startsWith(ctx.user.orgCode)
          if (isBelow) {
            const own = trx.deleteFrom('userStore').where('userId', '=', ctx.user.id)
            await own.where('storeId', '=', before.id).execute()
          }
          const { rows } = await sql<{ used: boolean }>`select store_in_use(${before.orgCode}) as used`.execute(trx)
          if (rows[0]?.used) throw new AppError('departs.inUse')
          await trx.deleteFrom('smsEntry').where('orgCode', '=', before.orgCode).execute()
          await trx.deleteFrom('store').where('id', '=', before.id).execute()
          ctx.touched({ id: before.id, before: toDepart(before) })
        }
      }),
  }
}
