import type { Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import { NoAnswer, type Refund } from './payment-provider.types.ts'
import { requireProvider } from './payment-providers.service.ts'
import { findPayment, lockRefund, type RefundRow, updateRefund } from './payments.repository.ts'
import { nextRetry } from './payments.steps.ts'

const LONGEST_TROUBLE = 300

/** What failed for a reason of our own, such as an order that could not hear of it, is tried again, and keeps nothing else waiting. */
export async function processRefund(deps: Deps, refund: RefundRow): Promise<void> {
  await askForRefund(deps, refund).catch(async (error: unknown) => {
    deps.log.error({ err: error, refundId: refund.id }, 'a refund could not be worked on')
    const { tries } = refund
    const set = { tries: tries + 1, nextAt: nextRetry(tries, deps.clock()), claimUntil: null }
    await deps.db
      .scoped(scopeOf(refund.orgCode), async (trx) => {
        // What seemed to fail may have ended: only the answer of the database was lost.
        if ((await lockRefund(trx, refund)).state === 'owed') await updateRefund(trx, refund, set)
      })
      .catch(() => undefined)
  })
}

/** Asks the provider to give something back, again and again until it says that it has: it knows the refund by its id. */
async function askForRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const { id, orgCode, paymentId: tradeId, amount, kind } = refund
  const payment = await deps.db.scoped(scopeOf(orgCode), (trx) => findPayment(trx, tradeId))
  if (!payment) throw new Error(`the refund ${id} has no payment`)
  let answer: Refund | { state: 'silent'; trouble: string }
  try {
    const provider = await requireProvider(deps, payment)
    const total = kind === 'late' ? amount : payment.amount
    answer = await provider.refund({ id, tradeId, amount, total, reason: refund.reason })
  } catch (error) {
    deps.log.warn({ err: error, paymentId: tradeId }, 'a payment could not be refunded')
    const words = error instanceof Error ? error.message : String(error)
    const trouble = error instanceof NoAnswer ? words : `refund: ${words}`
    answer = { state: 'silent', trouble: trouble.slice(0, LONGEST_TROUBLE) }
  }
  await deps.db.scoped(scopeOf(orgCode), async (trx) => {
    const now = deps.clock()
    const { state, tries } = await lockRefund(trx, refund)
    if (state === 'done' || (state !== 'owed' && answer.state !== 'done')) return
    if (answer.state !== 'done' && answer.state !== 'refused') {
      const trouble = answer.state === 'silent' ? answer.trouble : ''
      await updateRefund(trx, refund, { tries: tries + 1, trouble, nextAt: nextRetry(tries, now), claimUntil: null })
      return
    }
    const trouble = answer.state === 'refused' ? answer.reason.slice(0, LONGEST_TROUBLE) : ''
    const providerRefundId = answer.state === 'done' ? answer.refundId : undefined
    const end = { endedAt: now, nextAt: null, claimUntil: null }
    await updateRefund(trx, refund, { ...end, state: answer.state, providerRefundId, trouble })
    if (state === 'withdrawn') {
      // Asked for twice at once, refused and then given: the money is gone, and the nightly comparison tells owners of it.
      deps.log.error({ refundId: id, paymentId: tradeId }, 'a provider gave back what it had refused')
      return
    }
    const ended = { id, orgCode, isDone: answer.state === 'done', trouble }
    for (const hear of deps.registry.refundEnds) {
      // What the order has undone must never be handed out by asking once more.
      if (await hear(trx, ended, deps)) await updateRefund(trx, refund, { state: 'withdrawn' })
    }
  })
  await deps.realtime.publish({ topic: 'payments', orgCode })
}
