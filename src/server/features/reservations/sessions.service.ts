import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { startsRides, storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { daysAfter, fromWireTime } from '#shared/core/time.ts'
import {
  type Calendar,
  MAX_CALENDAR_DAYS,
  MAX_PLANNED_SESSIONS,
  type NewSession,
  type ReservationSession,
  type SessionEdit,
  type SessionPlan,
} from '#shared/features/reservations/reservations.schema.ts'
import { plannedSessions } from '#shared/features/reservations/sessions.calc.ts'
import { maskPhones, reservationRules, reservationTable } from './reservations.repository.ts'
import { dayOf, lockSession, nextNumber, ofDays, rulesOfSessions, sessionTable } from './sessions.repository.ts'

/** A page that is larger than a week of a venue. */
const ALL_ROWS = { pageNo: 1, pageSize: 5000, column: 'startTime', order: 'asc' } as const

export const announce = ({ realtime }: Deps, ctx: CallContext, orgCode: string): void =>
  ctx.afterCommit(() => realtime.publish({ topic: 'reservations', orgCode }))

/** Id and name of an active rule of the store that starts rides. Throws `sessions.ruleNotFound`. */
export async function namedRule(trx: Transaction, orgCode: string, id: string) {
  if (id === '') return { ruleId: null, ruleName: '' }
  const rule = await trx
    .selectFrom('consumeRule')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('orgCode', '=', orgCode)
    .where('active', '=', true)
    .where(startsRides)
    .executeTakeFirst()
  if (!rule) throw new AppError('sessions.ruleNotFound', { field: 'ruleId' })
  return { ruleId: rule.id, ruleName: rule.name }
}

/**
 * Prepares the reservations of a session for another start: their guests are reminded again, and late cancellations stay late. Missed
 * guests with their deposit are expected again if there is room for all of them, and if they are not late for the new start as well.
 */
async function expectAgain(
  trx: Transaction,
  { id, orgCode, startsAt: before }: { id: string; orgCode: string; startsAt: Date },
  { startsAt, capacity }: { startsAt: Date; capacity: number },
  now: Date,
): Promise<void> {
  await sql`update reservation r set reminded_at = null,
      deposit_stays = r.deposit_stays or ${now} >= ${before}::timestamptz - make_interval(hours => s.reservation_free_hours),
      state = case when r.state = 'MISSED' and r.deposit_state in ('none', 'held')
          and ${startsAt}::timestamptz + make_interval(mins => s.reservation_grace) > ${now}
          and (${capacity} = 0 or ${capacity} >= (select sum(o.people) from reservation o
            where o.session_id = r.session_id and o.org_code = r.org_code and o.state <> 'CANCELLED'))
        then case when r.to_confirm then 'WAITING' else 'CONFIRMED' end else r.state end
    from store s
    where s.org_code = r.org_code and r.session_id = ${id} and r.org_code = ${orgCode}
      and r.state in ('WAITING', 'CONFIRMED', 'MISSED')`.execute(trx)
}

/** The same of a reservation or session whose rule may be changed; nothing if it stays, also if it has been withdrawn since. */
export const changedRule = async (
  trx: Transaction,
  row: { orgCode: string; ruleId: string | null },
  ruleId: string | undefined,
): Promise<Partial<Awaited<ReturnType<typeof namedRule>>>> =>
  ruleId === undefined || ruleId === (row.ruleId ?? '') ? {} : namedRule(trx, row.orgCode, ruleId)

export function sessionsService(deps: Deps) {
  const { clock } = deps
  const table = sessionTable(clock)

  /** Throws `common.recordNotFound` for a session that data rules hide from the caller. */
  async function requireVisible(trx: Transaction, { user }: CallContext, id: string): Promise<void> {
    const rules = await rulesOfSessions(trx, user, clock())
    if (rules.length > 0) await table.requireRows(trx, [id], rules)
  }

  async function insert(
    trx: Transaction,
    ctx: CallContext,
    orgCode: string,
    input: Omit<NewSession, 'ruleId'> & { id: string; ruleId: string | null; ruleName: string },
  ): Promise<void> {
    const { startTime, endTime, locked, ...rest } = input
    const startsAt = fromWireTime(startTime)
    const businessDay = await dayOf(trx, orgCode, startsAt)
    const row = {
      ...rest,
      orgCode,
      businessDay,
      number: await nextNumber(trx, orgCode, businessDay),
      startsAt,
      endsAt: fromWireTime(endTime),
      locked: locked === 'YES',
      createdBy: ctx.user.username,
      createdAt: clock(),
    }
    await trx.insertInto('reservationSession').values(row).execute()
  }

  return {
    /** The sessions of some days with their visible reservations. Throws `common.invalidInput` or `reservations.tooManyDays`. */
    calendar: ({ fromDay, toDay }: { fromDay: string; toDay: string }, ctx: CallContext): Promise<Calendar> => {
      if (toDay < fromDay) throw new AppError('common.invalidInput', { field: 'toDay', reason: fromDay })
      if (daysAfter(fromDay, MAX_CALENDAR_DAYS) <= toDay)
        throw new AppError('reservations.tooManyDays', { most: MAX_CALENDAR_DAYS })
      return ctx.tx(async (trx) => {
        const { user } = ctx
        const sessions = await table.page(trx, user, ALL_ROWS, [
          ofDays(fromDay, toDay),
          ...(await rulesOfSessions(trx, user, clock())),
        ])
        const ids = sessions.records.map(({ id }) => id)
        const rules = await dataRules(trx, user, reservationRules, clock())
        const reservations = await reservationTable.page(trx, user, ALL_ROWS, [
          sql`t.session_id = any(${ids}::uuid[])`,
          ...rules,
        ])
        return { sessions: sessions.records, reservations: maskPhones(user, reservations.records) }
      })
    },

    add: (body: NewSession, ctx: CallContext): Promise<ReservationSession> =>
      ctx.tx(async (trx) => {
        const orgCode = await storeFor(trx, ctx.user)
        const { ruleId, ...session } = body
        await insert(trx, ctx, orgCode, { ...session, id: ctx.key, ...(await namedRule(trx, orgCode, ruleId)) })
        ctx.touched({ id: ctx.key, after: body })
        announce(deps, ctx, orgCode)
        return table.get(trx, ctx.key)
      }),

    generate: (plan: SessionPlan, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const orgCode = await storeFor(trx, ctx.user)
        if (plan.toDay < plan.fromDay) throw new AppError('reservations.daysReversed', { field: 'toDay' })
        const planned = plannedSessions(plan, MAX_PLANNED_SESSIONS)
        if (planned.length === 0) throw new AppError('reservations.nothingPlanned', { field: 'toTime' })
        if (planned.length > MAX_PLANNED_SESSIONS)
          throw new AppError('reservations.tooManySessions', { most: MAX_PLANNED_SESSIONS })
        const rule = await namedRule(trx, orgCode, plan.ruleId)
        const { capacity } = plan
        // Locked before the existing sessions are read, so that concurrent plans create each session once.
        await nextNumber(trx, orgCode, plan.fromDay)
        const existing = await trx
          .selectFrom('reservationSession')
          .select('startsAt')
          .where('orgCode', '=', orgCode)
          .where(
            'startsAt',
            'in',
            planned.map(({ startTime }) => fromWireTime(startTime)),
          )
          .execute()
        const taken = new Set(existing.map(({ startsAt }) => startsAt.getTime()))
        const missing = planned.filter(({ startTime }) => !taken.has(fromWireTime(startTime).getTime()))
        for (const times of missing) {
          const id = newId()
          await insert(trx, ctx, orgCode, { ...times, ...rule, id, capacity, locked: 'NO', remark: '' })
        }
        ctx.touched({ id: ctx.key, after: { ...plan, added: missing.length } })
        announce(deps, ctx, orgCode)
        return { added: missing.length, kept: planned.length - missing.length }
      }),

    edit: ({ id, ...input }: SessionEdit, ctx: CallContext): Promise<ReservationSession> =>
      ctx.tx(async (trx) => {
        await requireVisible(trx, ctx, id)
        const row = await lockSession(trx, id)
        const { orgCode } = row
        const before = await table.get(trx, id)
        const startsAt = input.startTime === undefined ? row.startsAt : fromWireTime(input.startTime)
        const endsAt = input.endTime === undefined ? row.endsAt : fromWireTime(input.endTime)
        if (endsAt <= startsAt) throw new AppError('reservations.endBeforeStart', { field: 'endTime' })
        const { capacity = row.capacity, remark = row.remark } = input
        if (capacity > 0 && capacity < before.booked)
          throw new AppError('reservations.belowBooked', { field: 'capacity', booked: before.booked })
        const rule = await changedRule(trx, row, input.ruleId)
        const businessDay = await dayOf(trx, orgCode, startsAt)
        const number = businessDay === row.businessDay ? row.number : await nextNumber(trx, orgCode, businessDay)
        const locked = input.locked === undefined ? row.locked : input.locked === 'YES'
        const stamp = { updatedBy: ctx.user.username, updatedAt: clock() }
        const times = { startsAt, endsAt }
        await trx
          .updateTable('reservationSession')
          .set({ ...times, businessDay, number, capacity, locked, remark, ...rule, ...stamp })
          .where('id', '=', id)
          .where('orgCode', '=', orgCode)
          .execute()
        if (startsAt.getTime() !== row.startsAt.getTime()) await expectAgain(trx, row, { startsAt, capacity }, clock())
        await trx
          .updateTable('reservation')
          .set({ ...times, sessionNumber: number })
          .where('sessionId', '=', id)
          .where('orgCode', '=', orgCode)
          .where('state', 'in', ['WAITING', 'CONFIRMED', 'ARRIVED', 'MISSED'])
          .execute()
        const after = await table.get(trx, id)
        ctx.touched({ id, before, after })
        announce(deps, ctx, orgCode)
        return after
      }),

    remove: (id: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        await requireVisible(trx, ctx, id)
        const { orgCode } = await lockSession(trx, id)
        const before = await table.get(trx, id)
        const used = await trx.selectFrom('reservation').select('id').where('sessionId', '=', id).limit(1).execute()
        if (used.length > 0) throw new AppError('reservations.sessionUsed')
        await trx.deleteFrom('reservationSession').where('id', '=', id).where('orgCode', '=', orgCode).execute()
        ctx.touched({ id, before })
        announce(deps, ctx, orgCode)
        return null
      }),
  }
}

/** Throws `common.recordNotFound` for a reservation that data rules hide from the caller. */
export async function requireListed(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<void> {
  const rules = await dataRules(trx, ctx.user, reservationRules, deps.clock())
  if (rules.length > 0) await reservationTable.requireRows(trx, [id], rules)
}
