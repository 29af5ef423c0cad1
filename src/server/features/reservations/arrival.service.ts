import type { CallContext, Deps } from '#server/core/slice.ts'
import { publishFloor } from '#server/features/queue/index.ts'
import {
  announceCharge,
  type ChargedOrder,
  chargeCall,
  chargeRefusal,
  chargeResponse,
} from '#server/features/sessions/index.ts'
import { payFromOf } from '#server/features/shifts/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { reservationResource } from '#shared/features/reservations/reservations.contract.ts'
import type { Arrival, ArriveInput } from '#shared/features/reservations/reservations.schema.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { visibleReservation } from './reservations.repository.ts'
import { announce, requireListed } from './sessions.service.ts'

/** The record kind of orders in the audit trail. */
const ORDERS = '/consume/sysConsume'

/** Result of the SQL function `arrive_reservation`. */
interface Arrived {
  repeated: boolean
  answer: { result: ChargedOrder }
  orgCode?: string
}

/**
 * Charges the guests of a reservation who are present and queues them, in one round trip to the database. Throws `common.recordNotFound`,
 * `reservations.*` and charge errors.
 */
export async function arrive(deps: Deps, ctx: CallContext, { id, people, ...input }: ArriveInput): Promise<Arrival> {
  const booked = await ctx.tx(async (trx) => {
    await requireListed(deps, ctx, trx, id)
    return trx.selectFrom('reservation').select(['memberId', 'name', 'ruleId']).where('id', '=', id).executeTakeFirst()
  })
  if (!booked) throw new AppError('common.recordNotFound', { field: 'id' })
  const charge = await chargeCall(deps, ctx, {
    ...input,
    usageMode: 'lineup',
    people: people ?? 1,
    userId: input.userId || booked.memberId,
    racer: input.racer || booked.name,
    sysDepartConsumeRoleId: input.sysDepartConsumeRoleId || (booked.ruleId ?? ''),
  })
  const reason = text(ctx.locale, 'reservation.arrivedReason')
  const arrival = {
    id,
    people: people ?? null,
    kind: reservationResource.path,
    terminalId: charge.signedBy,
    payFrom: payFromOf(ctx, input),
    reason,
  }
  const call = { ...charge, kind: ORDERS, arrival }
  const arrived = await deps.db
    .call<Arrived>('arrive_reservation', 'select arrive_reservation($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw withWireTime(chargeRefusal(ctx, error))
    })
  const { orgCode } = arrived
  if (!arrived.repeated && orgCode !== undefined) {
    announceCharge(deps, ctx, orgCode)
    announce(deps, ctx, orgCode)
    ctx.afterCommit(() => publishFloor(deps, orgCode, {}))
  }
  const { row, reservation } = await ctx.tx(async (trx) => ({
    row: await trx.selectFrom('reservation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    reservation: await visibleReservation(trx, ctx.user, id),
  }))
  // Only the arrival that returned the deposit reports it, also when repeated.
  const hasReturned = row.depositState === 'returned' && row.depositEndId === ctx.key
  return {
    reservation,
    order: await chargeResponse(deps, ctx, arrived.answer.result),
    depositReturned: hasReturned ? fromMinor(row.deposit) : 0,
    depositPayMode: hasReturned ? row.depositPayMode : 'none',
  }
}

/** Formats the time in the details of `reservations.tooEarly`; returns other errors unchanged. */
function withWireTime(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'reservations.tooEarly') return error
  return new AppError(error.code, { ...error.details, time: toWireTime(new Date(String(error.details.time))) })
}
