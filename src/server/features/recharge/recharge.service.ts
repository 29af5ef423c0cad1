import { sql } from 'kysely'
import { toAppError } from '#server/core/database-errors.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import {
  currentMember,
  lockMember,
  type MemberRow,
  registerMember,
  requireActiveMember,
} from '#server/features/members/index.ts'
import { startPayment } from '#server/features/payments/index.ts'
import { provenTerminal } from '#server/features/terminals/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { cardRefusal } from '#shared/features/recharge/recharge.calc.ts'
import type { NewMember, RechargeInput } from '#shared/features/recharge/recharge-orders.schema.ts'
import { cardOf } from './play-cards.repository.ts'
import { type RechargeRow, rechargeOrderTable } from './recharge-orders.repository.ts'
import { shownOrders } from './recharge-orders.view.ts'
import { SETTLED_TOPICS, settleRecharge } from './settle.service.ts'
import { resolveSale, type Sale, shownTerms } from './sold-rule.service.ts'

const MEMBER_KIND = '/membermanage/sysMemberManage'

/**
 * Recharges a member, or sells a card, under the call's key: paid at once in cash, or with the customer's code, which ends within a minute.
 * Everything that it costs and gives is what the rule says now.
 */
export async function addRecharge(deps: Deps, ctx: CallContext, trx: Transaction, given: RechargeInput) {
  const sold = await resolveSale(trx, given, deps.clock())
  ctx.changesStore(sold.store.orgCode)
  const payMode = payModeOf(sold, given)
  const who = await servedBy(deps, ctx, trx, sold, given)
  const member = given.member
    ? await register(deps, ctx, trx, given.member)
    : await known(trx, given.userId ?? '', deps.clock())
  if (member.orgCode !== sold.store.orgCode) throw new AppError('recharge.otherStore', { field: 'userId' })
  if (sold.card) await requireCardSellable(deps, trx, sold, member, given.photo)

  const { terms } = sold
  const { photo, remark, printId } = given
  const row = {
    ...terms,
    ...who,
    id: ctx.key,
    orgCode: sold.store.orgCode,
    memberId: member.id,
    newMember: Boolean(given.member),
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
  if (payMode === 'unline') await settleRecharge(deps, trx, row)
  else await startPayment(deps, trx, paymentOf(row, given.payCode ?? ''))

  const state = payMode === 'unline' ? 'payed' : 'nopay'
  ctx.touched({
    id: row.id,
    after: { ...shownTerms(sold), userId: member.id, consumePayMode: payMode, payState: state },
  })
  if (given.member) ctx.touched({ id: member.id, kind: MEMBER_KIND, after: given.member })
  const { orgCode } = row
  ctx.afterCommit(async () => {
    for (const topic of payMode === 'unline' ? SETTLED_TOPICS : ['recharges'])
      await deps.realtime.publish({ topic, orgCode })
  })
  const [shown] = await shownOrders(deps, ctx, trx, [await rechargeOrderTable.get(trx, row.id)])
  if (!shown) throw new Error('an order that was just made is not there')
  return shown
}

/** What costs nothing is cash of nothing; everything else is paid as the counter says. */
function payModeOf({ store, terms }: Sale, { consumePayMode, payCode }: RechargeInput): RechargeRow['payMode'] {
  if (terms.amount === 0) return 'unline'
  if (consumePayMode === 'unline' && store.acceptsCash !== 'YES') {
    throw new AppError('recharge.cashOff', { field: 'consumePayMode' })
  }
  if (consumePayMode === 'wechat' && !payCode) throw new AppError('recharge.payCodeNeeded', { field: 'payCode' })
  return consumePayMode
}

/** Who serves where, as far as it is proven, by number and by name. */
async function servedBy(deps: Deps, ctx: CallContext, trx: Transaction, { store }: Sale, given: RechargeInput) {
  const terminalId = await provenTerminal(ctx, given.terminalId)
  const cashierId = given.cashierId || null
  if (cashierId === null && store.cashierRequired === 'YES') {
    throw new AppError('sessions.cashierRequired', { field: 'cashierId' })
  }
  if (cashierId !== null) {
    if (!/^[0-9a-f-]{36}$/i.test(cashierId)) throw new AppError('sessions.cashierUnknown', { field: 'cashierId' })
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

/** A member who may be recharged, locked until the transaction ends. */
async function known(trx: Transaction, userId: string, now: Date): Promise<MemberRow> {
  const found = await currentMember(trx, userId)
  if (!found) throw new AppError('members.notFound', { field: 'userId' })
  const member = await lockMember(trx, found.id)
  requireActiveMember(member, now)
  return member
}

/** Registers somebody who comes for the first time, as the form of members does. */
async function register(deps: Deps, ctx: CallContext, trx: Transaction, given: NewMember): Promise<MemberRow> {
  if (!ctx.user.actions.has('member:add')) throw new AppError('recharge.mayNotRegister', { field: 'userId' })
  const id = await registerMember(deps, ctx, trx, given)
  return lockMember(trx, id)
}

/** Refuses a card that cannot be added to the one that the member has, and one whose holder nobody could tell. */
async function requireCardSellable(
  deps: Deps,
  trx: Transaction,
  { card, terms }: Sale,
  { id, orgCode, photo: own }: MemberRow,
  photo: string,
): Promise<void> {
  if (!card) return
  const held = await cardOf(trx, { memberId: id, orgCode, projectType: terms.projectType })
  const refusal = cardRefusal(held, card, deps.clock())
  if (refusal) throw new AppError(refusal.code, refusal.details)
  if (card.needPhoto === 'YES' && photo === '' && own === '' && (held?.photo ?? '') === '') {
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
