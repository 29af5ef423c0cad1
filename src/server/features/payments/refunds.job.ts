import type { Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import { NoAnswer, type Refund } from '#server/features/payments/providers/payment-provider.types.ts'
import { requireProvider } from '#server/features/payments/providers/payment-providers.service.ts'
import { newId } from '#shared/core/id.ts'
import { findPayment, lockRefund, type RefundRow, updateRefund } from './payments.repository.ts'
import { nextRetry, nextStuckCheck } from './payments.steps.ts'

const MAX_TROUBLE_LENGTH = 300

/** Processes a due refund; schedules a retry after an internal failure. */
export async function processRefund(deps: Deps, refund: RefundRow): Promise<void> {
  await requestRefund(deps, refund).catch(async (error: unknown) => {
    deps.log.error({ err: error, refundId: refund.id }, 'a refund could not be processed')
    const { tries } = refund
    const set = { tries: tries + 1, nextAt: nextRetry(tries, deps.clock()), claimUntil: null }
    await deps.db
      .scoped(scopeOf(refund.orgCode), async (trx) => {
        // It may have been committed: only the response of the database was lost.
        if ((await lockRefund(trx, refund)).state === 'owed') await updateRefund(trx, refund, set)
      })
      .catch(() => undefined)
  })
}

/** Requests a refund from the provider, which identifies it by its number, until it is done or refused. */
async function requestRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const { id, orgCode, paymentId: tradeId, amount, kind } = refund
  const payment = await deps.db.scoped(scopeOf(orgCode), (trx) => findPayment(trx, tradeId))
  if (!payment) throw new Error(`the refund ${id} has no payment`)
  let answer: Refund | { state: 'silent'; trouble: string }
  try {
    const provider = await requireProvider(deps, payment)
    const total = kind === 'late' ? amount : payment.amount
    answer = await provider.refund({ number: refund.number ?? id, tradeId, amount, total, reason: refund.reason })
  } catch (error) {
    deps.log.warn({ err: error, paymentId: tradeId }, 'a payment could not be refunded')
    const words = error instanceof Error ? error.message : String(error)
    const trouble = error instanceof NoAnswer ? words : `refund: ${words}`
    answer = { state: 'silent', trouble: trouble.slice(0, MAX_TROUBLE_LENGTH) }
  }
  await deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const now = deps.clock()
    const { state, tries, number } = await lockRefund(trx, refund)
    // A late answer about a closed number says nothing about the request under the new one.
    const isOpen = state === 'owed' && number === refund.number
    if (state === 'done' || (!isOpen && answer.state !== 'done')) return
    if (answer.state !== 'done' && answer.state !== 'refused') {
      const trouble = answer.state === 'silent' ? answer.trouble : answer.state === 'stuck' ? answer.reason : ''
      const nextAt = answer.state === 'stuck' ? nextStuckCheck(now) : nextRetry(tries, now)
      await updateRefund(trx, refund, { tries: tries + 1, trouble, nextAt, claimUntil: null })
      return
    }
    const trouble = answer.state === 'refused' ? answer.reason.slice(0, MAX_TROUBLE_LENGTH) : ''
    const providerRefundId = answer.state === 'done' ? answer.refundId : undefined
    // Stored before anybody can ask again, so that all repetitions of the next request have one number.
    const next = answer.state === 'refused' && answer.isClosed ? { number: newId() } : {}
    const end = { endedAt: now, nextAt: null, claimUntil: null, ...next }
    await updateRefund(trx, refund, { ...end, state: answer.state, providerRefundId, trouble })
    if (state === 'withdrawn') {
      // Requested twice concurrently, refused and then executed: the money is gone, and reconciliation reports it.
      deps.log.error({ refundId: id, paymentId: tradeId }, 'a provider executed a refund that it had refused')
      return
    }
    const ended = { id, orgCode, isDone: answer.state === 'done', trouble }
    for (const onRefundEnd of deps.registry.refundEnds) {
      // The order has undone the refund, so it must never be requested again.
      if (await onRefundEnd(trx, ended, deps)) await updateRefund(trx, refund, { state: 'withdrawn' })
    }
  })
  await deps.realtime.publish({ topic: 'payments', orgCode })
}
