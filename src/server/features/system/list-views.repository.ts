import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import {
  type Density,
  type ListViewContent,
  MAX_VIEWS,
  MAX_VIEWS_PER_LIST,
} from '#shared/features/system/list-views.contract.ts'

interface NewView {
  list: string
  name: string
  isDefault: boolean
  content: ListViewContent
}

interface ViewChange {
  name?: string | undefined
  isDefault?: boolean | undefined
  content?: ListViewContent | undefined
}

/** Serializes changes of one user's views: two at once could both pass the limit. */
const inTurn = (trx: Transaction, userId: string) =>
  trx.selectFrom('userAccount').select('id').where('id', '=', userId).forNoKeyUpdate().execute()

const otherDefaults = (trx: Transaction, userId: string, list: string) =>
  trx
    .updateTable('listView')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('list', '=', list)
    .where('isDefault', '=', true)
    .execute()

export async function viewsOf(trx: Transaction, userId: string) {
  const views = await trx
    .selectFrom('listView')
    .select(['id', 'list', 'name', 'isDefault', 'content'])
    .where('userId', '=', userId)
    .orderBy('list')
    .orderBy('createdAt')
    .execute()
  const taste = await trx.selectFrom('uiPreference').select('density').where('userId', '=', userId).executeTakeFirst()
  return { density: taste?.density ?? null, views }
}

export async function addView(trx: Transaction, userId: string, view: NewView, at: Date): Promise<string> {
  await inTurn(trx, userId)
  const { all, ofList } = await trx
    .selectFrom('listView')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('list', '=', view.list).as('ofList'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (ofList >= MAX_VIEWS_PER_LIST) throw new AppError('listViews.tooMany', { limit: MAX_VIEWS_PER_LIST })
  if (all >= MAX_VIEWS) throw new AppError('listViews.tooMany', { limit: MAX_VIEWS })
  if (view.isDefault) await otherDefaults(trx, userId, view.list)
  const id = newId()
  const content = JSON.stringify(view.content)
  await trx
    .insertInto('listView')
    .values({ ...view, id, userId, content, createdAt: at, updatedAt: at })
    .execute()
  return id
}

export async function editView(trx: Transaction, userId: string, id: string, change: ViewChange, at: Date) {
  await inTurn(trx, userId)
  const view = await trx
    .selectFrom('listView')
    .select('list')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!view) throw new AppError('common.recordNotFound')
  if (Object.values(change).every((value) => value === undefined)) return
  if (change.isDefault) await otherDefaults(trx, userId, view.list)
  const { content, ...rest } = change
  await trx
    .updateTable('listView')
    .set({ ...rest, ...(content ? { content: JSON.stringify(content) } : {}), updatedAt: at })
    .where('id', '=', id)
    .execute()
}

export async function deleteView(trx: Transaction, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('listView')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('common.recordNotFound')
}

export const setDensity = (trx: Transaction, userId: string, density: Density) =>
  trx
    .insertInto('uiPreference')
    .values({ userId, density })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ density }))
    .execute()
