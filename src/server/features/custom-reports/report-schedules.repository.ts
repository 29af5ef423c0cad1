import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { canonicalBody } from '#server/core/http/canonical-body.ts'
import type { BoundRule, SignedIn } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf, type Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { DEFAULT_ZONE, toWireTime } from '#shared/core/time.ts'
import type { ReportDefinition, ReportInterval } from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { recipientsOf } from './custom-reports.repository.ts'

export type ScheduleRow = Selectable<Tables['customReportSchedule']>

/** Identifies a definition, however its fields are ordered. */
export const hashOf = (definition: ReportDefinition): string => hash('sha256', canonicalBody(definition, []))

/** The next time that a report is sent: at a full hour of the store's clock. */
export async function nextRun(
  trx: Transaction,
  { orgCode, every, hour }: Pick<ScheduleRow, 'orgCode' | 'every' | 'hour'>,
  after: Date,
): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    with zone as (select coalesce((select time_zone from store where org_code = ${orgCode}), ${DEFAULT_ZONE}) as name)
    select min((d + make_interval(hours => ${hour})) at time zone zone.name) as at
      from zone, generate_series(date_trunc('day', ${after}::timestamptz at time zone zone.name),
        date_trunc('day', ${after}::timestamptz at time zone zone.name) + interval '40 days', interval '1 day') d
      where (d + make_interval(hours => ${hour})) at time zone zone.name > ${after}
        and (${every} = 'day' or ${every} = 'week' and extract(isodow from d) = 1 or ${every} = 'month' and extract(day from d) = 1)`.execute(
    trx,
  )
  const [row] = rows
  if (!row) throw new Error('no next run')
  return row.at
}

const DEFAULT_HOUR = 9

const ownSchedule = (trx: Transaction, user: SignedIn, reportId: string) =>
  trx
    .selectFrom('customReportSchedule')
    .selectAll()
    .where('ownerId', '=', user.id)
    .where('orgCode', '=', user.orgCode)
    .where('reportId', '=', reportId)

export async function scheduleOf(trx: Transaction, user: SignedIn, reportId: string) {
  const row = await ownSchedule(trx, user, reportId).executeTakeFirst()
  if (!row) return null
  const { version, every, hour, recipients, nextRunAt, lastRunAt, lastError } = row
  const lastTime = lastRunAt ? toWireTime(lastRunAt) : null
  return { version, every, hour, recipients, nextTime: toWireTime(nextRunAt), lastTime, lastError }
}

interface NewSchedule {
  id: string
  /** The version that the change was made from; 0: there was no schedule. */
  version: number
  every: ReportInterval | null
  hour?: number | undefined
  recipients?: string[] | undefined
}

/**
 * Sets or removes the caller's schedule of a report with this definition. Returns the new version; 0: there is none. Throws
 * `customReport.scheduleChanged`, `customReport.noRecipients` or `common.recordNotFound`.
 */
export async function setSchedule(
  trx: Transaction,
  user: SignedIn,
  { id: reportId, version, every, ...given }: NewSchedule,
  definition: ReportDefinition,
  at: Date,
): Promise<number> {
  const { id: ownerId, orgCode } = user
  const stored = await ownSchedule(trx, user, reportId).forUpdate().executeTakeFirst()
  if ((stored?.version ?? 0) !== version) throw new AppError('customReport.scheduleChanged')
  if (every === null) {
    if (stored) await trx.deleteFrom('customReportSchedule').where('id', '=', stored.id).execute()
    return 0
  }
  const hour = given.hour ?? stored?.hour ?? DEFAULT_HOUR
  const recipients = given.recipients ?? stored?.recipients ?? []
  if (recipients.length === 0) throw new AppError('customReport.noRecipients', { field: 'recipients' })
  const known = new Set((await recipientsOf(trx, recipients)).map(({ value }) => value))
  if (!recipients.every((one) => known.has(one))) throw new AppError('common.recordNotFound', { field: 'recipients' })
  const nextRunAt = await nextRun(trx, { orgCode, every, hour }, at)
  const values = { every, hour, recipients, nextRunAt, definitionHash: hashOf(definition), lastError: '' }
  if (stored) {
    const changed = trx.updateTable('customReportSchedule').set({ ...values, version: version + 1 })
    await changed.where('id', '=', stored.id).execute()
    return version + 1
  }
  const added = await trx
    .insertInto('customReportSchedule')
    .values({ id: newId(), orgCode, ownerId, reportId, ...values })
    .onConflict((conflict) => conflict.columns(['ownerId', 'reportId', 'orgCode']).doNothing())
    .returning('version')
    .executeTakeFirst()
  // Another call has added it meanwhile.
  if (!added) throw new AppError('customReport.scheduleChanged')
  return added.version
}

/** The schedules of a report's editor send what the editor has made of it. */
export async function agreeToChange(
  trx: Transaction,
  { id: ownerId }: Pick<SignedIn, 'id'>,
  reportId: string,
  definition: ReportDefinition,
): Promise<void> {
  await trx
    .updateTable('customReportSchedule')
    .set({ definitionHash: hashOf(definition) })
    .where('ownerId', '=', ownerId)
    .where('reportId', '=', reportId)
    .execute()
}

/** The schedules whose time has come. */
export const dueSchedules = (trx: Transaction, now: Date): Promise<ScheduleRow[]> =>
  trx
    .selectFrom('customReportSchedule')
    .selectAll()
    .where('nextRunAt', '<=', now)
    .orderBy('nextRunAt')
    .limit(200)
    .execute()

/** Takes one occurrence of a schedule: locks it, unless another copy has sent it. */
export async function takeOccurrence(trx: Transaction, { id, nextRunAt }: ScheduleRow): Promise<boolean> {
  const row = await trx
    .selectFrom('customReportSchedule')
    .select('nextRunAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.nextRunAt.getTime() === nextRunAt.getTime()
}

export async function moveOn(trx: Transaction, schedule: ScheduleRow, now: Date, lastError: string): Promise<void> {
  // What was missed while no server ran is made up once.
  const nextRunAt = await nextRun(trx, schedule, now)
  await trx
    .updateTable('customReportSchedule')
    .set({ nextRunAt, lastRunAt: now, lastError })
    .where('id', '=', schedule.id)
    .execute()
}

/** The owner of a schedule as a user who works at its store now, and the language; null: not any more. */
export async function ownerOf(
  trx: Transaction,
  { ownerId, orgCode }: ScheduleRow,
): Promise<(SignedIn & { language: Locale }) | null> {
  const { rows } = await sql<{
    username: string
    realname: string
    identity: SignedIn['identity']
    language: Locale
    actions: string[]
    rules: BoundRule[]
  }>`
    select u.username, u.realname, u.identity, u.language,
        coalesce((select array_agg(p.perms) from permission p where p.menu_type = 2 and (u.identity = '-1' or p.status = '0'
          or p.id in (select g.permission_id from granted_permissions(u.id, ${orgCode}) g))), '{}') as actions,
        case when u.identity = '-1' then '[]' else coalesce((
          select jsonb_agg(jsonb_build_object('id', r.id, 'permissionId', r.permission_id, 'column', r.rule_column,
              'condition', r.rule_conditions, 'value', r.rule_value))
            from bound_rules(u.id, ${orgCode}) b join permission_rule r on r.id = b.rule_id where r.status = '1'), '[]') end as rules
      from user_account u
      where u.id = ${ownerId} and u.status = 1 and u.deleted_at is null
        and (u.identity = '-1' or exists (
          select from user_store us join store s on s.id = us.store_id where us.user_id = u.id and s.org_code = ${orgCode}))
        and (u.identity = '-1' or not exists (select from store s where s.status = '0' and starts_with(${orgCode}, s.org_code)))`.execute(
    trx,
  )
  const [row] = rows
  if (!row) return null
  const scope = row.identity === '-1' ? EVERY_STORE : scopeOf(orgCode)
  const asUser = {
    isStoreClosed: false,
    kind: 'user',
    memberId: '',
    rolesName: '',
    granted: new Set<string>(),
    token: null,
  } as const
  return { ...row, ...asUser, id: ownerId, orgCode, scope, actions: new Set(row.actions) }
}

interface Recipient {
  id: string
  email: string
}

/** The recipients who still work within the scope of the transaction. */
export async function presentRecipients(trx: Transaction, ids: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.email from user_account u
      where u.id = any(${[...ids]}::uuid[]) and u.status = 1 and u.deleted_at is null
        and exists (select from user_store us join store s on s.id = us.store_id where us.user_id = u.id)
      order by u.id`.execute(trx)
  return rows
}
