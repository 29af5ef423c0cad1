import { sql } from 'kysely'
import type { Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { type LedgerEntry, post } from '#server/features/ledger/index.ts'
import { currentMember, lockMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { cardAfter, gainLines } from '#shared/features/recharge/recharge.calc.ts'
import { endOfDay, type StoreClock } from '#shared/features/wallets/validity.calc.ts'
import { cardOf } from './play-cards.repository.ts'
import { orderReceipt } from './receipt.service.ts'
import { changeOrder, type RechargeRow } from './recharge-orders.repository.ts'

/** Topics to publish after a recharge is settled, by the caller: publishing within the transaction would make other commits wait. */
export const SETTLED_TOPICS = ['recharges', 'wallets', 'printJobs'] as const

/**
 * Credits a paid order in the transaction that records the payment: wallets, card, level, gift and receipt. The caller must have locked the
 * order. The payment is posted together with the value, so that the ledger is always complete. Throws `recharge.ruleNotSold` for value that
 * has ended since.
 */
export async function settleRecharge(deps: Deps, trx: Transaction, order: RechargeRow): Promise<RechargeRow> {
  const now = deps.clock()
  const { id, orgCode } = order
  // The member may have been merged while the customer paid.
  const found = await currentMember(trx, order.memberId)
  const member = await lockMember(trx, found?.id ?? order.memberId)
  const store = await trx.selectFrom('store').selectAll().where('orgCode', '=', orgCode).executeTakeFirstOrThrow()

  const lines: LedgerEntry[] = []
  if (order.amount > 0) {
    lines.push({ account: order.payMode === 'cash' ? 'cash' : 'scan', member: member.id, delta: order.amount })
  }
  const { timeZone, dayStartHour } = store
  const validUntil = order.validUntil === null ? null : endOfDay(order.validUntil, store)
  // The customer has paid after the last day: the value would be gone at once.
  if (validUntil !== null && validUntil <= now)
    throw new AppError('recharge.ruleNotSold', { field: 'sysDepartRechargeRoleId' })
  for (const { account, project, delta } of gainLines(order, order.projectType)) {
    lines.push({ account, project, delta, member: member.id, validUntil })
  }
  let cardUntil: Date | null = null
  if (order.kind === 'card') {
    const card = await soldCard(trx, order, member.id, { now, timeZone, dayStartHour })
    cardUntil = card.until
    lines.push(card.line)
  }
  const { operatorId, cashierId, terminalId } = order
  await post(trx, { kind: 'recharge', id, orgCode, operatorId, cashierId, terminalId, now }, lines)
  if (order.photo !== '') await storeCardPhoto(trx, order, member.id)
  if (order.memberLevel !== '') {
    await sql`select give_level(${member.id}, ${orgCode}, ${order.memberLevel}, ${id}, ${now})`.execute(trx)
  }

  const settled = { state: 'paid', paidAt: now, memberId: member.id, cardUntil } as const
  await changeOrder(trx, order, settled)
  if (order.giftId !== null) {
    await sql`select store_order_gifts(array(select o from recharge_order o
      where o.id = ${id} and o.org_code = ${orgCode}))`.execute(trx)
  }
  const paid = { ...order, ...settled }
  if (order.printId !== '' || (await isUser(trx, operatorId))) await orderReceipt(deps, trx, paid, order.printId)
  return paid
}

/** Whether a user has sold the order. Kiosks and members on their phones print nothing without a print id. */
const isUser = async (trx: Transaction, operatorId: string): Promise<boolean> =>
  (await trx.selectFrom('userAccount').select('id').where('id', '=', operatorId).executeTakeFirst()) !== undefined

/** The ledger entry of a sold card, and the new end of the member's card. */
async function soldCard(
  trx: Transaction,
  { cardDays: changwanDays, cardPlays: counts, ruleName: roleName, projectType, orgCode }: RechargeRow,
  memberId: string,
  clock: StoreClock,
): Promise<{ line: LedgerEntry; until: Date | null }> {
  const currentCard = await cardOf(trx, { memberId, orgCode, projectType })
  const soldTerms = { roleName, changwanDays, counts }
  // The ledger adds the days of the new card to a valid one.
  const { until: validUntil } = cardAfter(null, soldTerms, clock)
  const { until } = cardAfter(currentCard, soldTerms, clock)
  const delta = Math.max(counts, 0)
  const card = { name: roleName, uses: counts }
  return { until, line: { account: 'unlimited', member: memberId, project: projectType, delta, validUntil, card } }
}

const storeCardPhoto = (trx: Transaction, { orgCode, projectType, photo }: RechargeRow, memberId: string) =>
  trx
    .updateTable('memberProject')
    .set({ photo })
    .where('memberId', '=', memberId)
    .where('orgCode', '=', orgCode)
    .where('projectType', '=', projectType)
    .execute()

/** Closes an unpaid order without credits. */
export async function closeRecharge(deps: Deps, trx: Transaction, order: RechargeRow): Promise<void> {
  if (order.state !== 'nopay') throw new AppError('common.recordNotFound')
  await changeOrder(trx, order, { state: 'closed', closedAt: deps.clock() })
  await deps.realtime.publish({ topic: 'recharges', orgCode: order.orgCode }, trx)
}
