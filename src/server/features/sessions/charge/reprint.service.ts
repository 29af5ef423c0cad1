import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { nextCopyNo, orderCopy, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'

/** Prints a copy of the ticket of a ride. Throws `common.recordNotFound`, `sessions.notPending` or `sessions.orderNotPaid`. */
export async function reprintTicket(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, printId = '' }: { id: string; printId?: string },
) {
  const play = await trx.selectFrom('playRecord').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!play) throw new AppError('common.recordNotFound')
  if (play.state === 'CANCELLED') throw new AppError('sessions.notPending')
  if (play.state === 'NOPAY') throw new AppError('sessions.orderNotPaid')
  const { orgCode } = play
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const entry = await trx
    .selectFrom('queueEntry')
    .select('guestKey')
    .where('playId', '=', play.id)
    .where('orgCode', '=', orgCode)
    .executeTakeFirst()
  const { rows } = await sql<{
    best: number | null
  }>`select member_best(${orgCode}, ${play.memberId}, ${play.ruleId}) as best`.execute(trx)
  const best = rows[0]?.best ?? null
  const ticket = {
    orderId: play.id,
    storeName: store.name,
    ticketNo: play.ticketNo,
    racer: play.racer,
    vehicleName: play.vehicleName,
    ruleName: play.ruleName,
    mode: play.runMode,
    amount: play.runMode === 'circlemode' ? play.laps : play.minutes,
    people: play.people,
    memberNo: play.memberId ?? '',
    startedAt: play.createdAt.toISOString(),
    cashier: play.cashierName || play.operatorName,
    terminal: play.terminalName,
    remark: play.remark,
    offline: play.offline,
    locale: ctx.locale,
    timeZone: store.timeZone,
    guestKey: entry?.guestKey ?? '',
    ...(best !== null && { bestMs: best }),
  }
  const copyNo = await nextCopyNo(trx, play.id, orgCode)
  const now = deps.clock()
  const jobId = await orderCopy(trx, { orgCode, ticket, copyNo, printId }, now)
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
  return printOrdered(trx, ctx, { orgCode, printId }, { jobId, copyNo }, now)
}
