import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf } from '#server/db/database.ts'
import { endAsClosed, endAsPaid, refundLatePayment } from './payment-ends.service.ts'
import type { PaymentProvider, Trade } from './payment-provider.types.ts'
import { requireProvider } from './payment-providers.service.ts'
import {
  claimDuePayments,
  claimDueRefunds,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repository.ts'
import { nextCheck, nextCheckAfterEnd, nextRetry, type Step, stepOf } from './payments.steps.ts'
import { processRefund } from './refunds.job.ts'
import { payCodePurpose } from './start-payment.service.ts'

/** How often each copy looks for what is due; what has just begun is heard of at once. */
export const POLL_MS = 1000
const LONGEST_TROUBLE = 300

/** What went wrong, for people who look into it; pay codes and keys are never part of it. */
export const troubleOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    .replace(/\d{12,}/g, '…')
    .slice(0, LONGEST_TROUBLE)

/** Does everything that is due with payments and refunds now, and answers how much that was. */
export async function processPayments(deps: Deps): Promise<number> {
  for (let count = 0; ; ) {
    const now = deps.clock()
    const { payments, refunds } = await deps.db.scoped(EVERY_STORE, async (trx) => ({
      payments: await claimDuePayments(trx, now),
      refunds: await claimDueRefunds(trx, now),
    }))
    if (payments.length + refunds.length === 0) return count
    // One that goes wrong keeps no other waiting.
    await Promise.all([
      ...payments.map((payment) => workOn(deps, payment).catch((error: unknown) => postpone(deps, payment, error))),
      ...refunds.map((refund) => processRefund(deps, refund)),
    ])
    count += payments.length + refunds.length
  }
}

const works: Record<Step, (deps: Deps, payment: PaymentRow) => Promise<void>> = {
  ask,
  query: (deps, payment) => look(deps, payment, () => waitOn(deps, payment)),
  lastQuery: (deps, payment) => look(deps, payment, () => beginReversal(deps, payment)),
  reverse,
  forget: (deps, payment) =>
    endAsClosed(deps, payment, { reason: 'timeout', reversal: 'none', nextAt: null, only: 'waiting' }),
  giveUp,
  lookAgain,
  nothing: async (deps, payment) => void (await later(deps, payment, { nextAt: null })),
}

const workOn = (deps: Deps, payment: PaymentRow): Promise<void> => works[stepOf(payment, deps.clock())](deps, payment)

/** Writes down where a payment stands and gives it free, unless it has gone on meanwhile; answers whether it was so. */
const later = (deps: Deps, payment: PaymentRow, set: Parameters<typeof updatePayment>[2]): Promise<boolean> =>
  deps.db.scoped(scopeOf(payment.orgCode), async (trx) => {
    const now = await lockPayment(trx, payment)
    if (now.state !== payment.state || now.reversal !== payment.reversal) {
      // What has changed it meanwhile need not wait for a claim that is over.
      if (now.claimUntil?.getTime() === payment.claimUntil?.getTime())
        await updatePayment(trx, payment, { claimUntil: null })
      return false
    }
    await updatePayment(trx, payment, { claimUntil: null, ...set })
    return true
  })

async function waitOn(deps: Deps, payment: PaymentRow, trouble = payment.trouble): Promise<void> {
  await later(deps, payment, { tries: payment.tries + 1, trouble, nextAt: nextCheck(payment, deps.clock()) })
}

/** What failed for a reason of our own, such as a database that was away, is tried again. */
async function postpone(deps: Deps, payment: PaymentRow, error: unknown): Promise<void> {
  deps.log.error({ err: error, paymentId: payment.id }, 'a payment could not be worked on')
  const { tries } = payment
  await later(deps, payment, {
    tries: tries + 1,
    trouble: troubleOf(error),
    nextAt: nextRetry(tries, deps.clock(), !payment.endedAt),
  }).catch(() => undefined)
}

/**
 * Puts the payment to the provider. That it is being asked is committed before: whoever finds the payment after a crash asks what
 * became of it.
 */
async function ask(deps: Deps, payment: PaymentRow): Promise<void> {
  const now = deps.clock()
  const asked = { ...payment, state: 'asked' } as const
  const { claimUntil } = payment
  const isMine = await later(deps, payment, {
    state: 'asked',
    askedAt: now,
    nextAt: nextCheck(payment, now),
    claimUntil,
  })
  if (isMine) await put(deps, asked)
}

/** Asks for the money, or asks again: the provider knows it by the same id. */
async function put(deps: Deps, payment: PaymentRow): Promise<void> {
  const payCode = deps.sealer.open(payment.codeSealed, payCodePurpose(payment.id))
  const { id, amount, subject, terminalId } = payment
  const answer = await answerOf(deps, payment, (provider) => provider.pay({ id, amount, subject, terminalId, payCode }))
  await heard(deps, payment, answer, () => waitOn(deps, payment, troubleIn(answer)))
}

type Answer = Trade | { state: 'silent'; trouble: string }

const troubleIn = (answer: Answer): string => ('trouble' in answer ? answer.trouble : '')

/** Asks the provider outside of any transaction; one that does not answer has said nothing. */
async function answerOf(
  deps: Deps,
  payment: PaymentRow,
  question: (provider: PaymentProvider) => Promise<Trade>,
): Promise<Answer> {
  try {
    return await question(await requireProvider(deps, payment))
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.id }, 'a payment provider did not answer')
    return { state: 'silent', trouble: troubleOf(error) }
  }
}

async function look(deps: Deps, payment: PaymentRow, otherwise: () => Promise<void>): Promise<void> {
  const answer = await answerOf(deps, payment, (provider) => provider.query(payment.id))
  // The question itself was lost on its way.
  if (answer.state === 'unknown' && stepOf(payment, deps.clock()) === 'query') return put(deps, payment)
  await heard(deps, { ...payment, trouble: troubleIn(answer) || payment.trouble }, answer, otherwise)
}

/** Does what an answer says about an open payment, or what is otherwise to be done. */
async function heard(deps: Deps, payment: PaymentRow, answer: Answer, otherwise: () => Promise<void>): Promise<void> {
  if (answer.state === 'refused' || answer.state === 'reversed') {
    const reason = answer.state === 'refused' ? answer.reason : 'reversed'
    return endAsClosed(deps, payment, { reason, reversal: 'owed', nextAt: deps.clock() })
  }
  if (answer.state !== 'paid') return otherwise()
  if (answer.amount !== payment.amount) return beginReversal(deps, { ...payment, reason: 'amountDiffers' })
  try {
    await endAsPaid(deps, payment, answer)
  } catch (err) {
    // An order that cannot be paid for any more: the customer gets the money back, unless it takes it before the time is over.
    deps.log.error({ err, paymentId: payment.id }, 'an order does not take its payment')
    await (stepOf(payment, deps.clock()) === 'query'
      ? waitOn(deps, payment, troubleOf(err))
      : beginReversal(deps, { ...payment, reason: 'orderRefused', trouble: troubleOf(err) }))
  }
}

/** From here on it must not succeed any more: that is committed before the provider is asked to reverse it. */
async function beginReversal(deps: Deps, payment: PaymentRow): Promise<void> {
  const reversing = { ...payment, state: 'reversing', reason: payment.reason || 'timeout' } as const
  const { state, reason, trouble } = reversing
  await later(deps, payment, { state, reason, trouble, nextAt: deps.clock() })
}

/** Closes the order in time, whatever the provider says or does not say. */
async function giveUp(deps: Deps, payment: PaymentRow): Promise<void> {
  const reason = payment.reason || 'timeout'
  const reversal = payment.reversal === 'done' ? 'done' : 'owed'
  try {
    await endAsClosed(deps, payment, { reason, reversal, nextAt: deps.clock() })
  } catch (error) {
    // An order that does not close keeps nobody's money: from now on it is not paid any more, and what was paid goes back.
    if (payment.state === 'asked') await later(deps, payment, { state: 'reversing', reason })
    else if (reversal === 'owed' && (await reversed(deps, payment)).done)
      await later(deps, payment, { reversal: 'done' })
    throw error
  }
}

async function reversed(deps: Deps, payment: PaymentRow): Promise<{ done: boolean; trouble: string }> {
  try {
    return { done: await (await requireProvider(deps, payment)).reverse(payment.id), trouble: '' }
  } catch (error) {
    deps.log.warn({ err: error, paymentId: payment.id }, 'a payment could not be reversed')
    return { done: false, trouble: troubleOf(error) }
  }
}

async function reverse(deps: Deps, payment: PaymentRow): Promise<void> {
  const { done, trouble } = await reversed(deps, payment)
  const now = deps.clock()
  if (payment.state === 'reversing') {
    if (!done) return waitOn(deps, payment, trouble)
    const nextAt = nextCheckAfterEnd(0, now, now)
    return endAsClosed(deps, payment, { reason: payment.reason, reversal: 'done', nextAt })
  }
  const { endedAt, tries } = payment
  const next = done
    ? { reversal: 'done' as const, tries: 0, nextAt: nextCheckAfterEnd(0, endedAt ?? now, now) }
    : { tries: tries + 1, trouble, nextAt: nextRetry(tries, now) }
  await later(deps, payment, next)
  if (done) await deps.realtime.publish({ topic: 'payments', orgCode: payment.orgCode })
}

/** Whether the provider took the money all the same, after the order was closed. */
async function lookAgain(deps: Deps, payment: PaymentRow): Promise<void> {
  const answer = await answerOf(deps, payment, (provider) => provider.query(payment.id))
  if (answer.state === 'paid') return refundLatePayment(deps, payment, answer)
  const now = deps.clock()
  const looks = answer.state === 'silent' ? payment.tries : payment.tries + 1
  const nextAt = nextCheckAfterEnd(looks, payment.endedAt ?? now, now)
  await later(deps, payment, { tries: looks, trouble: troubleIn(answer), nextAt })
}
