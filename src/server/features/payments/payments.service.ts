import { sql } from 'kysely'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { crudHandlers, crudTable } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import {
  differenceResource,
  type Payment,
  paymentResource,
  type Unresolved,
} from '#shared/features/payments/payments.contract.ts'
import { stopPayment, wakePayments } from './payment-stop.service.ts'
import {
  closesAt,
  findPayment,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  updatePayment,
} from './payments.repository.ts'
import { mayChangeProvider } from './second-person.repository.ts'

/** A reversal or refund that is owed for longer needs attention. */
const UNRESOLVED_AFTER_MS = 60_000
/** So does a payment that is open for this time after it should have ended. */
const OPEN_AFTER_MS = 5000
const MAX_UNRESOLVED = 200

const paymentTable = crudTable(paymentResource, {
  table: 'payment',
  ofStores: true,
  columns: { payWay: 'way', paidTime: 'paidAt', endTime: 'endedAt' },
})

const differenceTable = crudTable(differenceResource, {
  table: 'paymentDifference',
  ofStores: true,
  columns: { settleTime: 'settledAt' },
})

export function paymentsService(deps: Deps) {
  const time = (at: Date | null) => at && toWireTime(at)
  const texts = <R extends Record<string, unknown>>(rows: R[], { locale }: CallContext) =>
    withDictTexts(deps.dictionaries, paymentResource.dict, rows, locale)
  const { list } = crudHandlers(deps, paymentResource, paymentTable)

  const toRefund = (row: RefundRow) => ({
    id: row.id,
    amount: fromMinor(row.amount),
    kind: row.kind,
    state: row.state,
    reason: row.reason,
    trouble: row.trouble,
    createTime: toWireTime(row.createdAt),
    endTime: time(row.endedAt),
  })

  /** A locked payment that is visible to the caller. Throws `common.recordNotFound`. */
  async function lockVisible(trx: Transaction, id: string): Promise<PaymentRow> {
    const found = await findPayment(trx, id)
    if (!found) throw new AppError('common.recordNotFound')
    return lockPayment(trx, found)
  }

  return {
    list,
    listDifferences: crudHandlers(deps, differenceResource, differenceTable).list,

    async queryById(id: string, ctx: CallContext) {
      const { row, refunds } = await ctx.tx(async (trx) => ({
        row: await paymentTable.get(trx, id),
        refunds: await trx
          .selectFrom('paymentRefund')
          .selectAll()
          .where('paymentId', '=', id)
          .orderBy('createdAt')
          .execute(),
      }))
      // One row in, one row out.
      const [payment] = (await texts([row], ctx)) as [Payment]
      return { ...payment, refunds: refunds.map(toRefund) }
    },

    unresolved: (ctx: CallContext): Promise<Unresolved[]> =>
      ctx.tx(async (trx) => {
        const now = deps.clock().getTime()
        const [before, closedBefore] = [new Date(now - UNRESOLVED_AFTER_MS), new Date(now - OPEN_AFTER_MS)]
        const { rows } = await sql<Record<string, unknown> & Pick<Unresolved, 'problem'>>`
          select p.*, case when p.ended_at is null then 'open' when p.reversal = 'owed' then 'reversal' else 'refund' end as problem
          from payment p
          where (p.ended_at is null or p.reversal = 'owed') and p.created_at < ${before}
            and (p.ended_at is not null or ${closesAt('p')} < ${closedBefore})
            or exists (select from payment_refund r where r.payment_id = p.id and r.org_code = p.org_code
              and (r.state = 'refused' or r.state = 'owed' and r.created_at < ${before}))
          order by p.created_at desc limit ${MAX_UNRESOLVED}`.execute(trx)
        const wire = rows.map((row) => ({ ...paymentTable.toRow(row), problem: row.problem }))
        return (await texts(wire, ctx)) as Unresolved[]
      }),

    /** Whether the store of the caller has the sandbox enabled. */
    isSandbox: (ctx: CallContext): Promise<boolean> =>
      ctx.tx(async (trx) => {
        const found = await trx
          .selectFrom('paymentProvider')
          .select('enabled')
          .where('provider', '=', 'sandbox')
          .where('orgCode', '=', ctx.user.orgCode)
          .executeTakeFirst()
        return found?.enabled ?? false
      }),

    /** Reverses an open payment at once. Throws `payments.paidAlready`. */
    cancel: (id: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const state = await stopPayment(deps, trx, ctx, await lockVisible(trx, id), 'cancelled')
        if (state === 'paid') throw new AppError('payments.paidAlready')
        return null
      }),

    retry: (id: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const payment = await lockVisible(trx, id)
        const now = deps.clock()
        if (payment.state !== 'paid') await updatePayment(trx, payment, { nextAt: now, claimUntil: null })
        await trx
          .updateTable('paymentRefund')
          .set({ state: 'owed', endedAt: null, nextAt: now, claimUntil: null })
          .where('paymentId', '=', id)
          .where('orgCode', '=', payment.orgCode)
          .where('state', 'in', ['owed', 'refused'])
          .execute()
        await wakePayments(deps, trx, ctx, payment.orgCode)
        ctx.touched({ id })
        return null
      }),

    settle: ({ id, remark }: { id: string; remark: string }, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const before = await trx
          .selectFrom('paymentDifference')
          .selectAll()
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new AppError('common.recordNotFound')
        if (before.state === 'settled') throw new AppError('payments.settledBefore', { by: before.settledBy })
        const { user } = ctx
        const isOwnProvider = await seeingEveryStore(trx, user.scope, () =>
          mayChangeProvider(trx, {
            userId: user.id,
            orgCode: before.orgCode,
            provider: before.provider,
            day: before.day,
          }),
        )
        // A user cannot settle differences of a provider that they configured.
        if (isOwnProvider || user.actions.has('paymentprovider:edit')) throw new AppError('payments.settlesOwnProvider')
        await trx
          .updateTable('paymentDifference')
          .set({ state: 'settled', remark, settledAt: deps.clock(), settledBy: ctx.user.realname })
          .where('id', '=', id)
          .execute()
        ctx.touched({ id, before: { state: 'open' }, after: { state: 'settled', remark } })
        return null
      }),
  }
}
