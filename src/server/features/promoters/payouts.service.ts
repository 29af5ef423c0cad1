import { type Selectable, sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor, toMinor } from '#shared/core/money.ts'
import type { PayInput } from '#shared/features/promoters/promoters.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { findPromoter, owedTo, type PromoterRow } from './promoters.repository.ts'

type PayoutRow = Selectable<Tables['promoterPayout']>

const nameOf = ({ user: { realname, username } }: CallContext): string => realname || username

function announce({ realtime }: Deps, ctx: CallContext, orgCode: string): void {
  ctx.changesStore(orgCode)
  ctx.afterCommit(async () => {
    for (const topic of ['promoters', 'shifts']) await realtime.publish({ topic, orgCode })
  })
}

/** Locks a promoter and takes back what refunds have made unearned; calls that change what is owed wait for each other. */
async function lockPromoter(trx: Transaction, id: string): Promise<PromoterRow> {
  await trx.selectFrom('promoter').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  await sql`select take_commissions_back(${id}::uuid)`.execute(trx)
  return findPromoter(trx, id)
}

/** Requests a payout of what a user is owed as a promoter. Throws `payouts.notOwed` with what is owed. */
export async function requestPayout(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { promoterId, amount, remark }: { promoterId: string; amount: number; remark: string },
): Promise<null> {
  const promoter = await lockPromoter(trx, promoterId)
  const { orgCode } = promoter
  const owed = promoter.userId === null ? 0 : await owedTo(trx, promoter)
  if (toMinor(amount) > owed) throw new AppError('payouts.notOwed', { field: 'amount', owed: formatMinor(owed) })
  await trx
    .insertInto('promoterPayout')
    .values({
      id: ctx.key,
      orgCode,
      promoterId,
      amount: toMinor(amount),
      remark,
      requesterId: ctx.user.id,
      requestedBy: nameOf(ctx),
      createdAt: deps.clock(),
    })
    .execute()
  ctx.touched({ id: ctx.key, after: { promoterId, amount, payoutState: 'requested' } })
  announce(deps, ctx, orgCode)
  return null
}

/** Locks a payout that waits for a decision. Throws `common.recordNotFound` or `payouts.decided`. */
async function lockRequested(trx: Transaction, id: string): Promise<PayoutRow> {
  const row = await trx.selectFrom('promoterPayout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound')
  if (row.state !== 'requested') throw new AppError('payouts.decided', { by: row.decidedBy })
  return row
}

const decide = (trx: Transaction, { id, orgCode }: PayoutRow, values: Partial<PayoutRow>) =>
  trx.updateTable('promoterPayout').set(values).where('id', '=', id).where('orgCode', '=', orgCode).execute()

/**
 * Pays a requested payout. Cash leaves the drawer as a cash movement of its shift. Throws `payouts.secondPerson` for the requester and the
 * promoter, `payouts.notOwed` where refunds have taken the amount back since, and `shifts.*` without a drawer.
 */
export async function payPayout(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, payoutMode, transferNo, shiftId }: PayInput,
): Promise<null> {
  const row = await lockRequested(trx, id)
  const { orgCode, amount } = row
  const promoter = await lockPromoter(trx, row.promoterId)
  if (ctx.user.id === row.requesterId || ctx.user.id === promoter.userId) throw new AppError('payouts.secondPerson')
  // What is owed is net of this request.
  const owed = (await owedTo(trx, promoter)) + amount
  if (amount > owed) throw new AppError('payouts.notOwed', { field: 'id', owed: formatMinor(Math.max(0, owed)) })
  const drawer = payoutMode === 'cash' ? await payCash(deps, ctx, trx, { row, promoter, shiftId }) : null
  await decide(trx, row, {
    state: 'paid',
    payMode: payoutMode,
    shiftId: drawer,
    transferNo: payoutMode === 'cash' ? '' : transferNo,
    deciderId: ctx.user.id,
    decidedBy: nameOf(ctx),
    decidedAt: deps.clock(),
  })
  ctx.touched({ id, before: { payoutState: 'requested' }, after: { payoutState: 'paid', payoutMode, transferNo } })
  announce(deps, ctx, orgCode)
  return null
}

interface CashPayout {
  row: PayoutRow
  promoter: PromoterRow
  shiftId: string | null | undefined
}

/** Takes cash out of an open drawer; returns its shift. Throws `shifts.noDrawer` where none is open. */
async function payCash(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { row: { id, orgCode, amount }, promoter, shiftId }: CashPayout,
): Promise<string> {
  const cause = await causeOf(deps, ctx, { kind: 'cashOut', id, orgCode })
  const { rows } = await sql<{ drawer: string | null }>`
    select paying_drawer(${orgCode}, ${cause.terminalId}, ${cause.operatorId}, ${shiftId ?? null}) as drawer`.execute(
    trx,
  )
  const drawer = rows[0]?.drawer
  if (!drawer) throw new AppError('shifts.noDrawer', { field: 'shiftId' })
  await trx
    .insertInto('shiftEntry')
    .values({
      id,
      orgCode,
      shiftId: drawer,
      kind: 'cashOut',
      amount,
      reason: text(ctx.locale, 'payout.cashReason', { name: promoter.name }),
      createdBy: ctx.user.realname,
      createdAt: cause.now,
    })
    .execute()
  await post(trx, { ...cause, drawer }, [{ account: 'cash', delta: -amount }])
  return drawer
}

/** Rejects a requested payout; the amount is owed as before. */
export async function rejectPayout(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, reason }: { id: string; reason: string },
): Promise<null> {
  const row = await lockRequested(trx, id)
  await decide(trx, row, {
    state: 'rejected',
    reason,
    deciderId: ctx.user.id,
    decidedBy: nameOf(ctx),
    decidedAt: deps.clock(),
  })
  ctx.touched({ id, before: { payoutState: 'requested' }, after: { payoutState: 'rejected', reason } })
  announce(deps, ctx, row.orgCode)
  return null
}
