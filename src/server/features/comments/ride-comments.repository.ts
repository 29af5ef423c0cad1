import { type Selectable, sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { ShownComment } from '#shared/features/comments/guest-comments.contract.ts'
import { COMMENT_DAYS, rideCommentResource } from '#shared/features/comments/ride-comments.schema.ts'
import { publicName } from '#shared/features/display/public-name.calc.ts'

export type CommentRow = Selectable<Tables['rideComment']>

export const rideCommentTable = crudTable(rideCommentResource, {
  table: 'rideComment',
  ofStores: true,
  columns: {
    commentState: 'state',
    userId: 'memberId',
    roleName: 'ruleName',
    startTime: 'startedAt',
    replyBy: 'repliedBy',
    replyTime: 'repliedAt',
    reviewBy: 'reviewedBy',
    reviewTime: 'reviewedAt',
    reason: 'hideReason',
    pictures: 'pictureIds',
  },
})

/** Locks a comment. Throws `common.recordNotFound`. */
export async function lockComment(trx: Transaction, id: string): Promise<CommentRow> {
  const row = await trx.selectFrom('rideComment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  return row
}

export const changeComment = (
  trx: Transaction,
  { id, orgCode }: Pick<CommentRow, 'id' | 'orgCode'>,
  values: Partial<CommentRow>,
) => trx.updateTable('rideComment').set(values).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/** A ride that a guest may comment on. */
export interface CommentedRide {
  playId: string
  orgCode: string
  memberId: string | null
  ticketNo: string
  racer: string
  ruleId: string
  ruleName: string
  vehicleId: string
  vehicleName: string
  startedAt: Date
  businessDay: string
  /** Whether it is over, and not for too long; test rides and cancelled ones are never open. */
  isOpen: boolean
}

/** A ride by its id, with the vehicle that it ended on; undefined before it has started. */
export async function rideToComment(trx: Transaction, playId: string, now: Date): Promise<CommentedRide | undefined> {
  const { rows } = await sql<CommentedRide>`
    select p.id as play_id, p.org_code, p.member_id, p.ticket_no, p.racer, p.rule_id, p.rule_name, v.id as vehicle_id,
        v.name as vehicle_name, p.created_at as started_at, business_day(p.org_code, ${now})::text as business_day,
        r.state = 'ENDED' and r.ended_at > ${now}::timestamptz - make_interval(days => ${COMMENT_DAYS})
          and p.state <> 'CANCELLED' and p.consume_type <> 'TESTCARD' as is_open
      from play_record p
      join lateral (select g.* from run g where g.play_id = p.id and g.org_code = p.org_code order by g.seq desc limit 1) r on true
      join vehicle v on v.id = r.vehicle_id and v.org_code = r.org_code
      where p.id = ${playId}`.execute(trx)
  return rows[0]
}

/** The comment on a ride. */
export const commentOfRide = (trx: Transaction, { playId, orgCode }: Pick<CommentedRide, 'playId' | 'orgCode'>) =>
  trx
    .selectFrom('rideComment')
    .selectAll()
    .where('playId', '=', playId)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()

/** The fields of a comment that guests see. */
export const guestFields = ({ createdAt, stars, content, pictureIds, reply }: CommentRow) => ({
  createTime: toWireTime(createdAt),
  stars,
  content,
  pictures: pictureIds,
  reply,
})

/** The newest shown comments of a store, and the average and number of all shown ones. */
export async function shownComments(trx: Transaction, orgCode: string, most: number) {
  const shown = trx.selectFrom('rideComment').where('orgCode', '=', orgCode).where('state', '=', 'shown')
  const { average, count } = await shown
    .select(({ fn }) => [fn.avg<string | null>('stars').as('average'), fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  const rows = await shown.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(most).execute()
  return {
    average: average === null ? null : Math.round(Number(average) * 10) / 10,
    count: Number(count),
    shown: rows.map((row): ShownComment => ({ id: row.id, racer: publicName(row.racer), ...guestFields(row) })),
  }
}
