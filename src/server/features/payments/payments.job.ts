import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import type {
  PaymentProvider,
  Prepared,
  Reversal,
  Trade,
} from '#server/features/payments/providers/payment-provider.types.ts'
import { requireProvider } from '#server/features/payments/providers/payment-providers.service.ts'
import { endAsClosed, endAsPaid, refundLatePayment } from './payment-ends.service.ts'
import {
  claimDuePayments,
  claimDueRefunds,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repository.ts'
import { expiryOf, needsPage, nextCheck, nextCheckAfterEnd, nextRetry, type Step, stepOf } from './payments.steps.ts'
import { handoverPurpose } from './phone-payments.service.ts'
import { processRefund } from './refunds.job.ts'
import { type PhonePayer, payCodePurpose } from './start-payment.service.ts'

/** Poll interval of due payments on each copy; new ones are processed at once. */
export const POLL_MS = 1000
const MAX_TROUBLE_LENGTH = 300

/** An error description for support, without pay codes and keys. */
export const troubleOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replace(/\d{12,}/g, '…')
    .slice(0, MAX_TROUBLE_LENGTH)

/** Processes all due payments and refunds; returns how many. */
export async function processPayments(deps: Deps): Promise<number> {
  for (let count = 0; ; ) {
    const now = deps.clock()
    const { payments, refunds } = await deps.db.scoped(EVERY_STORE, async (trx) => ({
      payments: await claimDuePayments(trx, now),
      refunds: await claimDueRefunds(trx, now),
    }))
    if (payments.length + refunds.length === 0) return count
    // A failure does not delay the others.
    await Promise.all([
      ...payments.map((payment) =>
        processPayment(deps, payment).catch((error: unknown) => postpone(deps, payment, error)),
      ),
      ...refunds.map((refund) => processRefund(deps, refund)),
    ])
    count += payments.length + refunds.length
  }
}

const handlers: Record<Step, (deps: Deps, payment: PaymentRow) => Promise<void>> = {
  ask,
  query: (deps, payment) => queryPayment(deps, payment, () => scheduleCheck(deps, payment)),
  lastQuery: (deps, payment) => queryPayment(deps, payment, () => beginReversal(deps, payment)),
  reverse,
  forget: (deps, payment) => {
    const { reason, state } = payment
    return endAsClosed(deps, payment, { reason: reason || 'timeout', reversal: 'none', nextAt: null, only: state })
  },
  giveUp,
  lookAgain,
  nothing: async (deps, payment) => void (await updateIfUnchanged(deps, payment, { nextAt: null })),
}

const processPayment = (deps: Deps, payment: PaymentRow): Promise<void> =>
  handlers[stepOf(payment, deps.clock())](deps, payment)

/** Updates a payment and releases its claim, unless it has changed meanwhile; returns whether it was updated. */
const updateIfUnchanged = (
  deps: Deps,
  payment: PaymentRow,
  set: Parameters<typeof updatePayment>[2],
): Promise<boolean> =>
  deps.db.scoped(scopeOf(payment.orgCode), async (trx) => {
    const now = await lockPayment(trx, payment)
    if (now.state !== payment.state || now.reversal !== payment.reversal) {
      // Other changes need not wait for the expired claim.
      if (now.claimUntil?.getTime() === payment.claimUntil?.getTime())
        await updatePayment(trx, payment, { claimUntil: null })
      return false
    }
    await updatePayment(trx, payment, { claimUntil: null, ...set })
    return true
  })

async function scheduleCheck(deps: Deps, payment: PaymentRow, trouble = payment.trouble): Promise<void> {
  await updateIfUnchanged(deps, payment, {
    tries: payment.tries + 1,
    trouble,
    nextAt: nextCheck(payment, deps.clock()),
  })
}

/** Schedules a retry after an internal failure, such as an unavailable database. */
async function postpone(deps: Deps, payment: PaymentRow, error: unknown): Promise<void> {
  deps.log.error({ err: error, paymentId: payment.id }, 'a payment could not be processed')
  const { tries } = payment
  await updateIfUnchanged(deps, payment, {
    tries: tries + 1,
    trouble: troubleOf(error),
    nextAt: nextRetry(tries, deps.clock(), !payment.endedAt),
  }).catch(() => undefined)
}

/** Requests the payment. The state `asked` is committed before, so that a server that finds it after a crash queries the result. */
async function ask(deps: Deps, payment: PaymentRow): Promise<void> {
  const now = deps.clock()
  const requested = { ...payment, state: 'asked' } as const
  const { claimUntil } = payment
  const isMine = await updateIfUnchanged(deps, payment, {
    state: 'asked',
    askedAt: now,
    nextAt: nextCheck(payment, now),
    claimUntil,
  })
  if (isMine) await requestPayment(deps, requested)
}

/** Sends the payment request; a repeat has the same id. */
async function requestPayment(deps: Deps, payment: PaymentRow): Promise<void> {
  const payCode = deps.sealer.open(payment.codeSealed, payCodePurpose(payment.id))
  if (payment.way !== 'code') return requestPage(deps, payment, JSON.parse(payCode))
  const { id, amount, subject, terminalId } = payment
  const answer = await answerOf(deps, payment, (provider) => provider.pay({ id, amount, subject, terminalId, payCode }))
  await applyResponse(deps, payment, answer, () => scheduleCheck(deps, payment, troubleIn(answer)))
}

/** Has the provider's page for the guest's phone ready and stores what opens it; a repeat has the same id, amount and expiry. */
async function requestPage(deps: Deps, payment: PaymentRow, payer: PhonePayer): Promise<void> {
  const { id, amount, subject, tries } = payment
  const trade = { id, amount, subject, payer, expiresAt: expiryOf(payment) }
  const answer = await answerOf(deps, payment, (provider) => {
    if (!provider.prepare) throw new Error(`${payment.provider} takes no payments on a phone`)
    return provider.prepare(trade)
  })
  if (answer.state !== 'prepared')
    return applyResponse(deps, payment, answer, () => scheduleCheck(deps, payment, troubleIn(answer)))
  const preparedSealed = deps.sealer.seal(JSON.stringify(answer.handover), handoverPurpose(id))
  await updateIfUnchanged(deps, payment, {
    preparedSealed,
    tries: tries + 1,
    trouble: '',
    nextAt: nextCheck(payment, deps.clock()),
  })
}

interface Silence {
  state: 'silent'
  trouble: string
}

type Answer = Trade | Silence

const troubleIn = (answer: Answer | Prepared): string => ('trouble' in answer ? answer.trouble : '')

/** Asks the provider outside of any transaction; no answer means no outcome. */
async function answerOf<T extends object>(
  deps: Deps,
  payment: PaymentRow,
  question: (provider: PaymentProvider) => Promise<T>,
): Promise<T | Silence> {
  try {
    return await question(await requireProvider(deps, payment))
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.id }, 'a payment provider did not respond')
    return { state: 'silent', trouble: troubleOf(error) }
  }
}

async function queryPayment(deps: Deps, payment: PaymentRow, otherwise: () => Promise<void>): Promise<void> {
  const answer = await answerOf(deps, payment, (provider) => provider.query(payment.id))
  if (stepOf(payment, deps.clock()) === 'query' && wasLost(deps, payment, answer)) return requestPayment(deps, payment)
  await applyResponse(deps, { ...payment, trouble: troubleIn(answer) || payment.trouble }, answer, otherwise)
}

/** Whether the request never arrived; on a phone also whether only its answer was lost. A provider may know a phone's payment later. */
const wasLost = (deps: Deps, payment: PaymentRow, { state }: Answer): boolean =>
  payment.way === 'code'
    ? state === 'unknown'
    : (state === 'unknown' || state === 'paying') && needsPage(payment, deps.clock())

/** Applies a response to an open payment, or calls `otherwise` if it is still open. */
async function applyResponse(
  deps: Deps,
  payment: PaymentRow,
  answer: Answer,
  otherwise: () => Promise<void>,
): Promise<void> {
  if (answer.state === 'refused' || answer.state === 'reversed') {
    const reason = answer.state === 'refused' ? answer.reason : 'reversed'
    return endAsClosed(deps, payment, { reason, reversal: 'owed', nextAt: deps.clock() })
  }
  if (answer.state !== 'paid') return otherwise()
  if (answer.amount !== payment.amount) return beginReversal(deps, { ...payment, reason: 'amountDiffers' })
  try {
    await endAsPaid(deps, payment, answer)
  } catch (err) {
    // The order rejects the payment: the money is returned, unless the order accepts it before the time is over.
    deps.log.error({ err, paymentId: payment.id }, 'an order did not accept its payment')
    await (stepOf(payment, deps.clock()) === 'query'
      ? scheduleCheck(deps, payment, troubleOf(err))
      : beginReversal(deps, { ...payment, reason: 'orderRefused', trouble: troubleOf(err) }))
  }
}

/** Commits that the payment must not succeed any more, before the provider is called to reverse it. */
async function beginReversal(deps: Deps, payment: PaymentRow): Promise<void> {
  const reversing = { ...payment, state: 'reversing', reason: payment.reason || 'timeout' } as const
  const { state, reason, trouble } = reversing
  await updateIfUnchanged(deps, payment, { state, reason, trouble, nextAt: deps.clock() })
}

/** Closes the order in time, with or without a response of the provider. */
async function giveUp(deps: Deps, payment: PaymentRow): Promise<void> {
  const reason = payment.reason || 'timeout'
  const reversal = payment.reversal === 'done' ? 'done' : 'owed'
  try {
    await endAsClosed(deps, payment, { reason, reversal, nextAt: deps.clock() })
  } catch (error) {
    // If the order fails to close, the payment is reversed or refunded anyway.
    if (payment.state === 'asked') await updateIfUnchanged(deps, payment, { state: 'reversing', reason })
    else if (reversal === 'owed') await returnMoney(deps, payment)
    throw error
  }
}

async function returnMoney(deps: Deps, payment: PaymentRow): Promise<void> {
  const { reversal } = await tryReverse(deps, payment)
  if (reversal === 'done') await updateIfUnchanged(deps, payment, { reversal })
  if (reversal !== 'paid') return
  const answer = await answerOf(deps, payment, (provider) => provider.query(payment.id))
  if (answer.state === 'paid') await refundLatePayment(deps, payment, answer)
}

async function tryReverse(deps: Deps, payment: PaymentRow): Promise<{ reversal: Reversal; trouble: string }> {
  const { id, way } = payment
  const isExpired = expiryOf(payment) <= deps.clock()
  try {
    const provider = await requireProvider(deps, payment)
    return { reversal: await provider.reverse({ id, way, isExpired }), trouble: '' }
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be reversed')
    return { reversal: 'again', trouble: troubleOf(error) }
  }
}

async function reverse(deps: Deps, payment: PaymentRow): Promise<void> {
  const { reversal, trouble } = await tryReverse(deps, payment)
  const now = deps.clock()
  const done = reversal !== 'again'
  // What was paid meanwhile is refunded like a late success.
  const nextLook = (endedAt: Date): Date | null => (reversal === 'paid' ? now : nextCheckAfterEnd(0, endedAt, now))
  if (payment.state === 'reversing') {
    if (!done) return scheduleCheck(deps, payment, trouble)
    return endAsClosed(deps, payment, { reason: payment.reason, reversal: 'done', nextAt: nextLook(now) })
  }
  const { endedAt, tries } = payment
  const next = done
    ? { reversal: 'done' as const, tries: 0, nextAt: nextLook(endedAt ?? now) }
    : { tries: tries + 1, trouble, nextAt: nextRetry(tries, now) }
  await updateIfUnchanged(deps, payment, next)
  if (done) await deps.realtime.publish({ topic: 'payments', orgCode: payment.orgCode })
}

/** Checks whether the provider took the money after the order was closed. */
async function lookAgain(deps: Deps, payment: PaymentRow): Promise<void> {
  const answer = await answerOf(deps, payment, (provider) => provider.query(payment.id))
  if (answer.state === 'paid') return refundLatePayment(deps, payment, answer)
  const now = deps.clock()
  const checks = answer.state === 'silent' ? payment.tries : payment.tries + 1
  const nextAt = nextCheckAfterEnd(checks, payment.endedAt ?? now, now)
  await updateIfUnchanged(deps, payment, { tries: checks, trouble: troubleIn(answer), nextAt })
}
