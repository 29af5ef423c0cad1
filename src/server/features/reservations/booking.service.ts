import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentMember, requireActiveMember } from '#server/features/members/index.ts'
import { payFromOf } from '#server/features/shifts/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toMinor } from '#shared/core/money.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import type {
  BookEdit,
  BookInput,
  CancelBooking,
  Reservation,
  ReturnBookDeposit,
} from '#shared/features/reservations/reservations.schema.ts'
import type { PayFrom } from '#shared/features/shifts/shifts.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { cashierFor, endDeposit, takeDeposit } from './deposits.service.ts'
import { lockReservation, type ReservationRow, reservePlaces, visibleReservation } from './reservations.repository.ts'
import { announce, changedRule, namedRule, requireListed } from './sessions.service.ts'

/** Whether cancelling returns the deposit now. */
async function isFreeToCancel(trx: Transaction, row: ReservationRow, now: Date): Promise<boolean> {
  const store = await trx
    .selectFrom('store')
    .select('reservationFreeHours')
    .where('orgCode', '=', row.orgCode)
    .executeTakeFirstOrThrow()
  return !row.depositStays && now.getTime() < row.startsAt.getTime() - HOUR_MS * store.reservationFreeHours
}

/** How a deposit ends. */
interface DepositEnd {
  isRetained: boolean
  cashierId: string | null | undefined
  reason: string
  /** Source of returned cash. */
  payFrom: PayFrom
}

/** Bookings in the audit trail; members book on another path. */
const KIND = '/reservation/sysReservation'

const HOUR_MS = 3_600_000
/** Permission to decide about a deposit against the store's terms. */
const DECIDE_ACTION = 'reservation:decide'

/**
 * The guest: a member of the store, or a name and phone. Throws `reservations.nameRequired`, `reservations.phoneRequired` or `members.*`.
 */
async function guestOf(trx: Transaction, orgCode: string, { userId, realname, phone }: BookInput, now: Date) {
  if (userId === '') {
    if (realname === '') throw new AppError('reservations.nameRequired', { field: 'realname' })
    if (phone === '') throw new AppError('reservations.phoneRequired', { field: 'phone' })
    return { memberId: null, name: realname, phone }
  }
  // Locked, so that a concurrent merge commits before, or includes this reservation.
  await trx.selectFrom('member').select('id').where('id', '=', userId).forShare().execute()
  const member = await currentMember(trx, userId)
  if (!member || member.orgCode !== orgCode) throw new AppError('members.notFound', { field: 'userId' })
  requireActiveMember(member, now)
  return { memberId: member.id, name: realname || member.realname || member.nickname, phone: phone || member.phone }
}

async function depositOf(trx: Transaction, orgCode: string, { deposit, consumePayMode }: BookInput) {
  if (deposit === 0) return { deposit: 0, depositPayMode: 'none', depositState: 'none' } as const
  const amount = toMinor(deposit)
  if (consumePayMode === 'wechat') return { deposit: amount, depositPayMode: 'scan', depositState: 'unpaid' } as const
  const store = await trx.selectFrom('store').select('acceptsCash').where('orgCode', '=', orgCode).executeTakeFirst()
  if (store?.acceptsCash !== 'YES') throw new AppError('sessions.cashRefused', { field: 'consumePayMode' })
  return { deposit: amount, depositPayMode: 'cash', depositState: 'held' } as const
}

/** Forms send back the masked phone; it stands for the stored one. */
function phoneOf(row: ReservationRow, given = row.phone): string {
  if (given === maskPhone(row.phone)) return row.phone
  if (given.includes('*')) throw new AppError('reservations.phoneRequired', { field: 'phone' })
  if (given === '' && row.memberId === null) throw new AppError('reservations.phoneRequired', { field: 'phone' })
  return given
}

export function bookingService(deps: Deps) {
  const { clock } = deps

  /** Runs a change on a visible reservation, locked with its session. */
  const change = (
    ctx: CallContext,
    id: string,
    work: (trx: Transaction, row: ReservationRow) => Promise<void>,
  ): Promise<Reservation> =>
    ctx.tx(async (trx) => {
      await requireListed(deps, ctx, trx, id)
      const row = await lockReservation(trx, id)
      const before = await visibleReservation(trx, ctx.user, id)
      await work(trx, row)
      const after = await visibleReservation(trx, ctx.user, id)
      ctx.touched({ id, kind: KIND, before, after })
      ctx.changesStore(row.orgCode)
      announce(deps, ctx, row.orgCode)
      return after
    })

  const set = (trx: Transaction, ctx: CallContext, { id, orgCode }: ReservationRow, values: Partial<ReservationRow>) =>
    trx
      .updateTable('reservation')
      .set({ ...values, updatedBy: ctx.user.username, updatedAt: clock() })
      .where('id', '=', id)
      .where('orgCode', '=', orgCode)
      .execute()

  return {
    book: (body: BookInput, ctx: CallContext): Promise<Reservation> =>
      ctx.tx(async (trx) => {
        const now = clock()
        const { sessionId, people, remark } = body
        await reservePlaces(trx, { sessionId, people, but: null, now })
        const session = await trx
          .selectFrom('reservationSession')
          .selectAll()
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
        const { orgCode, startsAt, endsAt } = session
        ctx.changesStore(orgCode)
        const guest = await guestOf(trx, orgCode, body, now)
        const rule = body.ruleId
          ? await namedRule(trx, orgCode, body.ruleId)
          : { ruleId: session.ruleId, ruleName: session.ruleName }
        const deposit = await depositOf(trx, orgCode, body)
        const isPaid = deposit.deposit > 0
        const cashier = isPaid ? await cashierFor(deps, ctx, trx, orgCode, body.cashierId) : null
        const toConfirm = body.toConfirm === 'YES'
        const isWaiting = toConfirm || deposit.depositState === 'unpaid'
        const row = {
          id: ctx.key,
          orgCode,
          sessionId,
          sessionNumber: session.number,
          startsAt,
          endsAt,
          state: isWaiting ? 'WAITING' : 'CONFIRMED',
          toConfirm,
          ...guest,
          people,
          ...rule,
          remark,
          ...deposit,
          operatorId: ctx.user.id,
          operatorName: ctx.user.realname,
          cashierId: cashier?.id ?? null,
          cashierName: cashier?.name ?? '',
          terminalId: await ctx.terminal(),
          createdBy: ctx.user.username,
          createdAt: now,
        } as const
        await trx.insertInto('reservation').values(row).execute()
        if (isPaid) {
          if (deposit.depositPayMode === 'scan' && !body.payCode?.trim())
            throw new AppError('sessions.payCodeRequired', { field: 'payCode' })
          await takeDeposit(deps, trx, row, body.payCode ?? '')
        }
        const after = await visibleReservation(trx, ctx.user, row.id)
        ctx.touched({ id: row.id, kind: KIND, after })
        announce(deps, ctx, orgCode)
        return after
      }),

    edit: (
      { id, sessionId, ruleId, phone, realname, people, remark }: BookEdit,
      ctx: CallContext,
    ): Promise<Reservation> =>
      ctx.tx(async (trx) => {
        await requireListed(deps, ctx, trx, id)
        const now = clock()
        const current = await trx.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirst()
        if (!current) throw new AppError('common.recordNotFound', { field: 'id' })
        // Lock order: both sessions by id, then the reservation.
        for (const one of [...new Set([current.sessionId, sessionId ?? current.sessionId])].sort())
          await trx.selectFrom('reservationSession').select('id').where('id', '=', one).forNoKeyUpdate().execute()
        const row = await lockReservation(trx, id)
        const before = await visibleReservation(trx, ctx.user, id)
        if (row.state === 'CANCELLED') throw new AppError('reservations.cancelledBefore', { by: row.cancelledBy })
        const moves = sessionId !== undefined && sessionId !== row.sessionId
        const more = people ?? row.people
        if (moves && row.state === 'ARRIVED') throw new AppError('reservations.arrivedBefore')
        if (more < row.arrived)
          throw new AppError('reservations.belowArrived', { field: 'people', arrived: row.arrived })
        if (moves || more > row.people)
          await reservePlaces(trx, { sessionId: sessionId ?? row.sessionId, people: more, but: id, now })
        const session = moves
          ? await trx.selectFrom('reservationSession').selectAll().where('id', '=', sessionId).executeTakeFirstOrThrow()
          : null
        if (session && session.orgCode !== row.orgCode)
          throw new AppError('reservations.sessionNotFound', { field: 'sessionId' })
        await set(trx, ctx, row, {
          people: more,
          name: realname ?? row.name,
          phone: phoneOf(row, phone),
          remark: remark ?? row.remark,
          ...(await changedRule(trx, row, ruleId)),
          ...(session
            ? {
                sessionId: session.id,
                sessionNumber: session.number,
                startsAt: session.startsAt,
                endsAt: session.endsAt,
                remindedAt: null,
                // A later session makes no late cancellation one in time.
                depositStays: !(await isFreeToCancel(trx, row, now)),
                // A missed guest is expected again at the new session.
                state: row.state === 'MISSED' ? (row.toConfirm ? 'WAITING' : 'CONFIRMED') : row.state,
              }
            : {}),
        })
        const after = await visibleReservation(trx, ctx.user, id)
        ctx.touched({ id, before, after })
        announce(deps, ctx, row.orgCode)
        return after
      }),

    confirm: (id: string, ctx: CallContext) =>
      change(ctx, id, async (trx, row) => {
        if (row.depositState === 'unpaid') throw new AppError('reservations.paymentRuns')
        if (row.state === 'CONFIRMED') return
        if (row.state !== 'WAITING') throw new AppError('reservations.notWaiting')
        await set(trx, ctx, row, { state: 'CONFIRMED', toConfirm: false })
      }),

    cancel: ({ id, reason, deposit, cashierId, ...payFrom }: CancelBooking, ctx: CallContext) =>
      change(ctx, id, async (trx, row) => {
        const now = clock()
        if (row.state === 'CANCELLED') throw new AppError('reservations.cancelledBefore', { by: row.cancelledBy })
        if (row.state === 'ARRIVED') throw new AppError('reservations.arrivedBefore')
        if (row.depositState === 'unpaid') throw new AppError('reservations.paymentRuns')
        await set(trx, ctx, row, {
          state: 'CANCELLED',
          cancelledAt: now,
          cancelledBy: ctx.user.realname,
          cancelReason: reason,
        })
        if (row.depositState !== 'held') return
        const isInTime = await isFreeToCancel(trx, row, now)
        const terms = isInTime ? 'return' : 'keep'
        if (deposit !== undefined && deposit !== terms && !ctx.user.actions.has(DECIDE_ACTION))
          throw new AppError(isInTime ? 'reservations.depositGoesBack' : 'reservations.depositStays', {
            field: 'deposit',
          })
        await finishDeposit(ctx, trx, row, { isRetained: (deposit ?? terms) === 'keep', cashierId, reason, payFrom })
      }),

    returnDeposit: ({ id, cashierId, ...payFrom }: ReturnBookDeposit, ctx: CallContext) =>
      change(ctx, id, async (trx, row) => {
        if (row.depositState !== 'held') throw new AppError('reservations.noDeposit')
        if (row.state !== 'MISSED') throw new AppError('reservations.stillAwaited')
        const reason = text(ctx.locale, 'reservation.missedReason')
        await finishDeposit(ctx, trx, row, { isRetained: false, cashierId, reason, payFrom })
      }),
  }

  async function finishDeposit(
    ctx: CallContext,
    trx: Transaction,
    row: ReservationRow,
    { isRetained: isKept, cashierId, reason, payFrom }: DepositEnd,
  ): Promise<void> {
    const cashier = isKept ? null : await cashierFor(deps, ctx, trx, row.orgCode, cashierId)
    const staff = { operatorId: ctx.user.id, cashierId: cashier?.id ?? null, terminalId: await ctx.terminal() }
    await endDeposit(trx, row, {
      isRetained: isKept,
      id: ctx.key,
      ...staff,
      reason,
      payFrom: payFromOf(ctx, payFrom),
      now: clock(),
    })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'shifts', orgCode: row.orgCode }))
  }
}
