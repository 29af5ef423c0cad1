import type { FastifyInstance } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { isVisibleUser, notDeleted } from '#server/features/access/users/users.repository.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { type Deputy, deputies } from '#shared/features/access/deputies.contract.ts'
import { created, stampsOf, updated } from './entities.view.ts'
import { changeableUsers } from './rights.service.ts'

type Row = Selectable<Tables['userDeputy']>

interface Given {
  startTime?: string | null
  endTime?: string | null
  status?: '0' | '1' | null
}

/** The id of a user whom the caller can see, by username. */
async function idOf(trx: Transaction, user: SignedIn, username: string, field: string): Promise<string> {
  if (username.toLowerCase() === user.username) return user.id
  const { rows } = await sql<{ id: string }>`select t.id from user_account t
    where t.username = ${username.toLowerCase()} and ${notDeleted} and ${isVisibleUser(user)}`.execute(trx)
  if (!rows[0]) throw new AppError('deputies.unknownPerson', { field })
  return rows[0].id
}

/** All users may set their own deputy; for other users it needs the right to change them. */
async function requireMine(trx: Transaction, user: SignedIn, userId: string): Promise<void> {
  if (userId === user.id) return
  if (!user.actions.has('user:edit')) throw new AppError('auth.forbidden')
  await changeableUsers(trx, user, [userId])
}

const edges = { startTime: 'begin', endTime: 'end' } as const

/** The columns that an input sets; missing fields stay unchanged. */
function columnsOf(given: Given): Partial<Pick<Row, 'startTime' | 'endTime' | 'status'>> {
  const set: ReturnType<typeof columnsOf> = {}
  for (const name of ['startTime', 'endTime'] as const) {
    const value = given[name]
    if (value !== undefined) set[name] = value ? fromWireTime(value, edges[name]) : null
  }
  if (given.status) set.status = given.status
  return set
}

async function deputyOf(trx: Transaction, column: 'id' | 'userId', value: string): Promise<{ row: Row; view: Deputy }> {
  const found = await trx
    .selectFrom('userDeputy as d')
    .innerJoin('userAccount as person', 'person.id', 'd.userId')
    .innerJoin('userAccount as deputy', 'deputy.id', 'd.deputyId')
    .selectAll('d')
    .select(['person.username as userName', 'deputy.username as agentUserName'])
    .where(`d.${column}`, '=', value)
    .executeTakeFirst()
  if (!found) throw new AppError('common.recordNotFound')
  const { userName, agentUserName, ...row } = found
  const view: Deputy = {
    id: row.id,
    userName,
    agentUserName,
    startTime: row.startTime && toWireTime(row.startTime),
    endTime: row.endTime && toWireTime(row.endTime),
    status: row.status,
    ...stampsOf(row),
  }
  return { row, view }
}

/** The deputies of users. */
export function deputiesRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps
  const touched = async (trx: Transaction, ctx: CallContext, id: string, before?: Deputy): Promise<void> =>
    ctx.touched({ id, before, after: (await deputyOf(trx, 'id', id)).view })

  mount(app, deps, deputies, {
    queryByUserName: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const isOwn = query.userName.toLowerCase() === ctx.user.username
        if (!isOwn && !ctx.user.actions.has('user:list')) throw new AppError('auth.forbidden')
        return (await deputyOf(trx, 'userId', await idOf(trx, ctx.user, query.userName, 'userName'))).view
      }),
    add: ({ body: { userName, agentUserName, ...given }, ctx }) =>
      ctx.tx(async (trx) => {
        const userId = await idOf(trx, ctx.user, userName, 'userName')
        await requireMine(trx, ctx.user, userId)
        const deputyId = await idOf(trx, ctx.user, agentUserName, 'agentUserName')
        const fixed = { id: newId(), userId, deputyId, ...created(ctx, clock()) }
        await trx
          .insertInto('userDeputy')
          .values({ startTime: null, endTime: null, ...columnsOf(given), ...fixed })
          .execute()
        await touched(trx, ctx, fixed.id)
        return null
      }),
    edit: ({ body: { id, agentUserName, ...given }, ctx }) =>
      ctx.tx(async (trx) => {
        const { row, view: before } = await deputyOf(trx, 'id', id)
        await requireMine(trx, ctx.user, row.userId)
        const columns: Partial<Pick<Row, 'deputyId'>> & ReturnType<typeof columnsOf> = columnsOf(given)
        if (agentUserName !== undefined) {
          columns.deputyId = await idOf(trx, ctx.user, agentUserName, 'agentUserName')
        }
        if (Object.keys(columns).length === 0) return null
        await trx
          .updateTable('userDeputy')
          .set({ ...columns, ...updated(ctx, clock()) })
          .where('id', '=', id)
          .execute()
        await touched(trx, ctx, id, before)
        return null
      }),
  })
}
