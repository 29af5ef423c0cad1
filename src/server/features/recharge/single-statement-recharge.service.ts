import { asJson } from '#server/core/audit/audit.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { toAppError } from '#server/core/http/database-errors.ts'
import { idempotencyContext } from '#server/core/http/idempotency.ts'
import { type WithMessage, withMessage } from '#server/core/http/mount.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { isUnavailable } from '#server/db/database.ts'
import { createStatementBatcher, type StatementBatcher } from '#server/db/statement-batcher.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { printedText } from '#server/features/printing/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import { toMinor } from '#shared/core/money.ts'
import {
  type RechargeInput,
  type RechargeOrder,
  rechargeOrderResource,
} from '#shared/features/recharge/recharge-orders.schema.ts'
import { GENERAL_PROJECT } from '#shared/features/rules/rules.schema.ts'
import { type TextKey, text } from '#shared/i18n/catalogue.ts'
import { RECEIPT_WALLETS } from './receipt.service.ts'
import { rechargeOrderTable } from './recharge-orders.repository.ts'
import { SETTLED_TOPICS } from './settle.service.ts'

const RECHARGE = 'select recharge_members($1, true)'
const RECHARGE_BATCH = 'select recharge_members($1, false)'

interface Recharged {
  answer: { result: RechargeOrder }
  orgCode: string
}

/** The result of a recharge in one statement; null where it was not the common case. */
type Outcome = Recharged | null

/** Creates the batcher that recharges members arriving at the same moment in one statement, if they are the common case. */
export const createRechargeBatcher = ({ db, log }: Deps): StatementBatcher<Outcome> =>
  createStatementBatcher(
    (calls) => db.call('recharge_batch', RECHARGE_BATCH, [JSON.stringify(calls)]),
    (error) => log.warn({ err: error }, 'a batch of recharges is made one by one'),
  )

/**
 * Recharges an existing member in cash by one statement in the common case. Returns undefined otherwise; then the step-by-step code runs,
 * which also reports refusals.
 */
export async function rechargeInOneStatement(
  deps: Deps,
  ctx: CallContext,
  input: RechargeInput,
  rechargeBatcher: StatementBatcher<Outcome>,
): Promise<WithMessage<RechargeOrder> | undefined> {
  const { userId, cashierId } = input
  const ruleId = input.sysDepartRechargeRoleId?.toLowerCase()
  const isCommonCase = userId && ruleId && input.consumePayMode === 'cash' && (!cashierId || isUuid(cashierId))
  if (!isCommonCase) return undefined
  const terminalId = await provenTerminal(ctx, input.terminalId)
  const { user, key, locale } = ctx
  const now = deps.clock()
  const fields = {
    id: key,
    newMember: false,
    kind: 'recharge',
    ruleId,
    state: 'paid',
    payMode: 'cash',
    projectType: GENERAL_PROJECT,
    cardDays: 0,
    cardPlays: 0,
    refunded: 0,
    operatorName: user.realname,
    remark: input.remark,
    createdAt: now,
    paidAt: now,
  }
  const shown = await withDictTexts(
    deps.dictionaries,
    rechargeOrderResource.dict,
    [rechargeOrderTable.toRow(fields)],
    locale,
  )
  const words = receiptTexts(ctx)
  const call = {
    ...idempotencyContext(ctx),
    userOrgCode: user.orgCode,
    request: asJson(input),
    waitedMs: Math.round(performance.now() - ctx.begun),
    tokenHash: ctx.tokenHash,
    terminalId,
    cashierId: cashierId || null,
    memberId: userId,
    ruleId,
    statedAmount: input.amount === null || input.amount === undefined ? null : toMinor(input.amount),
    remark: input.remark,
    printId: input.printId,
    locale,
    mayPhones: user.actions.has(SEE_PHONES),
    shown: { ...shown[0], projectType_dictText: text(locale, 'dict.project_type.currency') },
    words,
    ticket: printedText({ orderId: key, title: words.title, locale, at: now }),
    printJobId: newId(),
    now,
  }
  const done = await rechargeBatcher(call, () => rechargeAlone(deps, call))
  if (!done) return undefined
  ctx.afterCommit(async () => {
    for (const topic of SETTLED_TOPICS) await deps.realtime.publish({ topic, orgCode: done.orgCode })
  })
  return withMessage(done.answer.result, key)
}

/** The same by itself: it waits for a locked member. */
async function rechargeAlone({ db, log }: Deps, call: { key: string }): Promise<Outcome> {
  try {
    const done = await db.call<Record<string, Recharged>>('recharge', RECHARGE, [JSON.stringify([call])])
    return done[call.key] ?? null
  } catch (error) {
    if (isUnavailable(error)) throw error
    // The steps report a refusal again. After any other error nothing has been committed, or the idempotency key shows the result.
    if (!toAppError(error)) log.warn({ err: error }, 'a recharge continues step by step')
    return null
  }
}

/** The texts of a cash receipt in the caller's language. */
function receiptTexts({ locale }: CallContext) {
  const t = (name: TextKey) => text(locale, name)
  return {
    title: t('receipt.title'),
    member: t('receipt.member'),
    rule: t('receipt.rule'),
    paid: t('receipt.paid'),
    cash: t('recharge.payMode.cash'),
    wallets: Object.fromEntries(RECEIPT_WALLETS.map(([account, name]) => [account, t(name)])),
    after: Object.fromEntries(
      RECEIPT_WALLETS.map(([account, name]) => [account, text(locale, 'receipt.after', { wallet: t(name) })]),
    ),
    gift: t('receipt.gift'),
    validity: t('receipt.validity'),
    forEver: t('receipt.forEver'),
    time: t('receipt.time'),
    cashier: t('recharge.cashier'),
    terminal: t('recharge.terminal'),
    remark: t('recharge.remark'),
    order: t('receipt.order'),
    keep: t('receipt.keep'),
  }
}
