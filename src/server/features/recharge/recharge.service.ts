import { sql } from 'kysely'
import { toAppError } from '#server/core/http/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  currentMember,
  lockMember,
  type MemberRow,
  refuseMissingMember,
  registerMember,
  requireActiveMember,
} from '#server/features/members/index.ts'
import { type PhonePayer, startPayment } from '#server/features/payments/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { isUuid } from '#shared/core/id.ts'
import { cardRefusal } from '#shared/features/recharge/recharge.calc.ts'
import type { NewMember, RechargeInput } from '#shared/features/recharge/recharge-orders.schema.ts'
import { cardOf } from './play-cards.repository.ts'
import { type RechargeRow, rechargeOrderTable } from './recharge-orders.repository.ts'
import { shownOrders } from './recharge-orders.view.ts'
import { SETTLED_TOPICS, settleRecharge } from './settle.service.ts'
import { resolveSale, type Sale, shownTerms } from './sold-rule.service.ts'

/** Recharges in the audit trail, wherever they were sold. */
const RECHARGE_KIND = '/memberrecharge/sysMemberRecharge'
const MEMBER_KIND = '/membermanage/sysMemberManage'

/**
 * Recharges a member or sells a card under the call's key: paid at once in cash, or by pay code within a minute, or on the payer's
 * phone. Price and value follow the current rule. A kiosk has no cashier. Throws `recharge.*`, `members.*`, `sessions.cashier*` and payment errors.
 */
export async function addRecharge(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  input: RechargeInput,
  { kiosk = false, phone }: { kiosk?: boolean; phone?: PhonePayer | undefined } = {},
) {
  const sold = await resolveSale(trx, input, deps.clock())
  ctx.changesStore(sold.store.orgCode)
  const payMode = payModeOf(sold, input, phone)
  const staff = await staffOf(deps, ctx, trx, sold, { ...input, kiosk })
  const member = input.member
    ? await register(deps, ctx, trx, input.member)
    : await requireMember(trx, sold.store.orgCode, input.userId ?? '', deps.clock())
  if (member.orgCode !== sold.store.orgCode) throw new AppError('recharge.otherStore', { field: 'userId' })
  if (sold.card) await requireCardSellable(deps, trx, sold, member, input.photo)

  const { terms } = sold
  const { photo, remark, printId } = input
  const row = {
    ...terms,
    ...staff,
    id: ctx.key,
    orgCode: sold.store.orgCode,
    memberId: member.id,
    newMember: Boolean(input.member),
    state: 'nopay',
    payMode,
    cardUntil: null,
    photo: sold.card ? photo : '',
    remark,
    printId,
    locale: ctx.locale,
    createdAt: deps.clock(),
    paidAt: null,
    closedAt: null,
    refunded: 0,
  } satisfies RechargeRow
  await trx.insertInto('rechargeOrder').values(row).execute()
  if (payMode === 'cash') await settleRecharge(deps, trx, row)
  else await startPayment(deps, trx, { ...paymentOf(row, input.payCode ?? ''), phone })

  const state = payMode === 'cash' ? 'paid' : 'nopay'
  ctx.touched({
    id: row.id,
    kind: RECHARGE_KIND,
    after: { ...shownTerms(sold), userId: member.id, consumePayMode: payMode, payState: state },
  })
  if (input.member) ctx.touched({ id: member.id, kind: MEMBER_KIND, after: input.member })
  const { orgCode } = row
  ctx.afterCommit(async () => {
    for (const topic of payMode === 'cash' ? SETTLED_TOPICS : ['recharges'])
      await deps.realtime.publish({ topic, orgCode })
  })
  const [shown] = await shownOrders(deps, ctx, trx, [await rechargeOrderTable.get(trx, row.id)])
  if (!shown) throw new Error('the order that was just created was not found')
  return shown
}

/** The payment mode; a free order counts as cash. Throws `recharge.cashOff` or `recharge.payCodeNeeded`. */
function payModeOf(
  { store, terms }: Sale,
  { consumePayMode, payCode }: RechargeInput,
  phone: PhonePayer | undefined,
): RechargeRow['payMode'] {
  if (terms.amount === 0) return 'cash'
  if (consumePayMode === 'cash' && store.acceptsCash !== 'YES') {
    throw new AppError('recharge.cashOff', { field: 'consumePayMode' })
  }
  if (consumePayMode === 'wechat' && !payCode && !phone)
    throw new AppError('recharge.payCodeNeeded', { field: 'payCode' })
  return consumePayMode
}

/** Operator, cashier and terminal of the call, as far as proven. Throws `sessions.cashierRequired` or `sessions.cashierUnknown`. */
async function staffOf(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { store }: Sale,
  input: RechargeInput & { kiosk: boolean },
) {
  const terminalId = await provenTerminal(ctx, input.terminalId)
  const cashierId = input.cashierId || null
  if (cashierId === null && store.cashierRequired === 'YES' && !input.kiosk) {
    throw new AppError('sessions.cashierRequired', { field: 'cashierId' })
  }
  if (cashierId !== null) {
    if (!isUuid(cashierId)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
    await sql`select check_cashier(${cashierId}, ${store.orgCode}, ${ctx.user.id}, ${ctx.tokenHash}, ${terminalId},
        ${deps.clock()})`
      .execute(trx)
      .catch((error: unknown) => {
        throw toAppError(error) ?? error
      })
  }
  const cashier = cashierId
    ? await trx.selectFrom('userAccount').select('realname').where('id', '=', cashierId).executeTakeFirst()
    : undefined
  const terminal = terminalId
    ? await trx.selectFrom('terminal').select('name').where('id', '=', terminalId).executeTakeFirst()
    : undefined
  return {
    operatorId: ctx.user.id,
    operatorName: ctx.user.realname,
    cashierId,
    cashierName: cashier?.realname ?? '',
    terminalId,
    terminalName: terminal?.name ?? '',
  }
}

/** A locked member who may be recharged. Throws `members.notFound`, `members.elsewhere`, `members.frozen` or `members.ended`. */
async function requireMember(trx: Transaction, orgCode: string, userId: string, now: Date): Promise<MemberRow> {
  const found = await currentMember(trx, userId)
  if (!found) return refuseMissingMember(trx, orgCode, userId)
  const member = await lockMember(trx, found.id)
  requireActiveMember(member, now)
  return member
}

/** Registers a new member as the member form does. Throws `recharge.mayNotRegister`. */
async function register(deps: Deps, ctx: CallContext, trx: Transaction, input: NewMember): Promise<MemberRow> {
  if (!ctx.user.actions.has('member:add')) throw new AppError('recharge.mayNotRegister', { field: 'userId' })
  const id = await registerMember(deps, ctx, trx, input)
  return lockMember(trx, id)
}

/** Throws if the card cannot be combined with the member's card, or if a required photograph is missing. */
async function requireCardSellable(
  deps: Deps,
  trx: Transaction,
  { card, terms }: Sale,
  { id, orgCode, photo: own }: MemberRow,
  photo: string,
): Promise<void> {
  if (!card) return
  const currentCard = await cardOf(trx, { memberId: id, orgCode, projectType: terms.projectType })
  const refusal = cardRefusal(currentCard, card, deps.clock())
  if (refusal) throw new AppError(refusal.code, refusal.details)
  if (card.needPhoto === 'YES' && photo === '' && own === '' && (currentCard?.photo ?? '') === '') {
    throw new AppError('recharge.photoNeeded', { field: 'photo' })
  }
}

const paymentOf = (row: RechargeRow, payCode: string) => ({
  orderKind: 'recharge',
  orderId: row.id,
  orgCode: row.orgCode,
  amount: row.amount,
  payCode,
  subject: row.ruleName,
  operatorId: row.operatorId,
  operatorName: row.operatorName,
  cashierId: row.cashierId,
  terminalId: row.terminalId,
})
