import { type Selectable, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { bookingService } from '#server/features/reservations/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { businessDay, toWireTime } from '#shared/core/time.ts'
import type { MemberBooking } from '#shared/features/member-page/member-bookings.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { countAwaitedBookings, ownNumbers } from './own-records.repository.ts'

type ReservationRow = Selectable<Tables['reservation']>

/** A member has so many bookings that are still awaited; more are made at the counter. */
const MAX_AWAITED = 5

interface SessionRow {
  id: string
  startsAt: Date
  endsAt: Date
  ruleName: string
  free: number | null
}

/** Bookings by members: the rules of the store's bookings, for themselves only. */
export function memberBookingsService(deps: Deps) {
  const { clock } = deps
  const booking = bookingService(deps)

  const shown = (row: ReservationRow): MemberBooking => ({
    id: row.id,
    startTime: toWireTime(row.startsAt),
    endTime: toWireTime(row.endsAt),
    rule: row.ruleName,
    people: row.people,
    state: row.state,
    deposit: fromMinor(row.deposit),
    remark: row.remark,
    canCancel: (row.state === 'WAITING' || row.state === 'CONFIRMED') && row.startsAt > clock() && !holdsDeposit(row),
  })

  /** A deposit is returned where it was taken: at the counter. */
  const holdsDeposit = ({ depositState }: ReservationRow): boolean =>
    depositState === 'held' || depositState === 'unpaid'

  const own = async (trx: Transaction, ctx: CallContext, id: string): Promise<ReservationRow> => {
    const { orgCode, ids } = await ownNumbers(trx, ctx)
    const row = await trx
      .selectFrom('reservation')
      .selectAll()
      .where('id', '=', id)
      .where('orgCode', '=', orgCode)
      .where('memberId', 'in', ids)
      .executeTakeFirst()
    if (!row) throw new AppError('common.recordNotFound', { field: 'id' })
    return row
  }

  return {
    bookings: (ctx: CallContext): Promise<MemberBooking[]> =>
      ctx.tx(async (trx) => {
        const { orgCode, ids } = await ownNumbers(trx, ctx)
        const rows = await trx
          .selectFrom('reservation')
          .selectAll()
          .where('memberId', 'in', ids)
          .where('orgCode', '=', orgCode)
          .orderBy('startsAt', 'desc')
          .orderBy('id')
          .limit(50)
          .execute()
        return rows.map(shown)
      }),

    sessions: (given: string | undefined, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        const now = clock()
        const store = await trx
          .selectFrom('store')
          .select(['timeZone', 'dayStartHour'])
          .where('orgCode', '=', orgCode)
          .executeTakeFirstOrThrow()
        const day = given ?? businessDay(now, store.timeZone, store.dayStartHour)
        const { rows } = await sql<SessionRow>`
          select s.id, s.starts_at, s.ends_at, s.rule_name,
              case when s.capacity > 0 then greatest(0, s.capacity - booked_people(s.id, s.org_code)) end::int as free
            from reservation_session s
            where s.org_code = ${orgCode} and s.business_day = ${day} and not s.locked and s.starts_at > ${now}
            order by s.starts_at, s.id limit 500`.execute(trx)
        return {
          day,
          sessions: rows.map(({ id, startsAt, endsAt, ruleName, free }) => ({
            id,
            startTime: toWireTime(startsAt),
            endTime: toWireTime(endsAt),
            rule: ruleName,
            free,
          })),
        }
      }),

    /** Throws `memberBookings.tooMany`, `memberBookings.begun`, and what a booking at the counter refuses. */
    book: (
      { sessionId, people, remark }: { sessionId: string; people: number; remark: string },
      ctx: CallContext,
    ): Promise<MemberBooking> =>
      ctx.tx(async (trx) => {
        const now = clock()
        // Simultaneous bookings of a member are counted one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`bookings ${ctx.user.id}`}, 0))`.execute(trx)
        if ((await countAwaitedBookings(trx, await ownNumbers(trx, ctx), now)) >= MAX_AWAITED)
          throw new AppError('memberBookings.tooMany', { field: 'sessionId', most: MAX_AWAITED })
        const session = await trx
          .selectFrom('reservationSession')
          .select('startsAt')
          .where('id', '=', sessionId)
          .where('orgCode', '=', ctx.user.orgCode)
          .executeTakeFirst()
        if (!session) throw new AppError('reservations.sessionNotFound', { field: 'sessionId' })
        if (session.startsAt <= now) throw new AppError('memberBookings.begun', { field: 'sessionId' })
        await booking.book(
          {
            sessionId,
            people,
            remark,
            userId: ctx.memberId,
            realname: '',
            phone: '',
            ruleId: '',
            toConfirm: 'NO',
            deposit: 0,
            consumePayMode: 'cash',
          },
          ctx,
        )
        return shown(await own(trx, ctx, ctx.key))
      }),

    /** Throws `common.recordNotFound`, `memberBookings.begun`, `memberBookings.deposit`, and what the counter refuses. */
    cancel: (id: string, ctx: CallContext): Promise<MemberBooking> =>
      ctx.tx(async (trx) => {
        const row = await own(trx, ctx, id)
        if (row.startsAt <= clock()) throw new AppError('memberBookings.begun', { field: 'id' })
        if (holdsDeposit(row)) throw new AppError('memberBookings.deposit', { field: 'id' })
        await booking.cancel({ id, reason: text(ctx.locale, 'memberBookings.byMember'), safeReason: '' }, ctx)
        return shown(await own(trx, ctx, id))
      }),
  }
}
