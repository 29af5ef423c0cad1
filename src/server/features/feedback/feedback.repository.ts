import { type Selectable, sql } from 'kysely'
import { crudTable, type ListSearch } from '#server/core/lists/crud.ts'
import type { SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { feedbackResource } from '#shared/features/feedback/feedback.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'

export type FeedbackRow = Selectable<Tables['feedback']>

const table = crudTable(feedbackResource, {
  table: 'feedback',
  ofStores: true,
  columns: {
    feedbackKind: 'kind',
    feedbackState: 'state',
    userId: 'memberId',
    answerBy: 'answeredBy',
    answerTime: 'answeredAt',
    pictures: 'pictureIds',
  },
})

const masked = <R extends { contact: string }>({ actions }: Pick<SignedIn, 'actions'>, rows: readonly R[]): R[] =>
  rows.map((row) => (actions.has(SEE_PHONES) ? row : { ...row, contact: maskPhone(row.contact) }))

/** The list of feedback, with contacts masked as needed. */
export const feedbackTable: typeof table = {
  ...table,
  async page(trx, user, ...rest) {
    const page = await table.page(trx, user, ...rest)
    return { ...page, records: masked(user, page.records) }
  },
  async *each(trx: Transaction, user: SignedIn, query: ListSearch, more?: Parameters<typeof table.each>[3]) {
    for await (const rows of table.each(trx, user, query, more)) yield masked(user, rows)
  },
}

/** One row, with its contact masked as needed. Throws `common.recordNotFound`. */
export async function visibleFeedback(trx: Transaction, user: Pick<SignedIn, 'actions'>, id: string) {
  const [row] = masked(user, [await table.get(trx, id)])
  if (!row) throw new Error('feedback was not found when it was read again')
  return row
}

/** Locks feedback. Throws `common.recordNotFound`. */
export async function lockFeedback(trx: Transaction, id: string): Promise<FeedbackRow> {
  const row = await trx.selectFrom('feedback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

/** Of a member, also under merged numbers. */
const ofMember = (memberId: string) => sql<boolean>`member_id = any (numbers_of(${memberId}))`

/** How often a member has sent feedback since a time; calls of a member are counted one after another. */
export async function countSince(
  trx: Transaction,
  { memberId, orgCode }: Pick<FeedbackRow, 'memberId' | 'orgCode'>,
  since: Date,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('feedback of ' || ${memberId}::text, 0))`.execute(trx)
  const { count } = await trx
    .selectFrom('feedback')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(ofMember(memberId))
    .where('orgCode', '=', orgCode)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest feedback of a member. */
export const feedbackOf = (
  trx: Transaction,
  { memberId, orgCode }: { memberId: string; orgCode: string },
  most: number,
) =>
  trx
    .selectFrom('feedback')
    .selectAll()
    .where(ofMember(memberId))
    .where('orgCode', '=', orgCode)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
