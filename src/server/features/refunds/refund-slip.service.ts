import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { nextCopyNo, orderCopy, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { RefundMethod } from '#shared/features/refunds/refunds.schema.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { requireListedRefund } from './refunds.repository.ts'

/** Labels of the slip of a refund or void; the database adds the amounts. */
export const slipTexts = (locale: Locale, voids: boolean): Record<string, string | Record<string, string>> => ({
  title: text(locale, voids ? 'refund.voidSlip' : 'refund.slip'),
  ticket: text(locale, 'refund.tickets'),
  approver: text(locale, 'refund.approver'),
  member: text(locale, 'refund.member'),
  rule: text(locale, 'refund.rule'),
  goods: text(locale, 'refund.goods'),
  amount: text(locale, 'refund.amount'),
  way: Object.fromEntries(RefundMethod.options.map((way) => [way, text(locale, `refund.payWay.${way}`)])),
  balance: text(locale, 'refund.balance'),
  give: text(locale, 'refund.give'),
  integral: text(locale, 'refund.integral'),
  laps: text(locale, 'refund.laps'),
  coins: text(locale, 'refund.coins'),
  frequency: text(locale, 'refund.frequency'),
  unlimited: text(locale, 'refund.unlimited'),
  state: text(locale, 'refund.state'),
  pending: text(locale, 'refund.state.refunding'),
  reason: text(locale, 'refund.reason'),
  time: text(locale, 'refund.createTime'),
  operator: text(locale, 'refund.operator'),
  order: text(locale, 'refund.orderId'),
  foot: text(locale, 'refund.slipFoot'),
})

/** Prints a copy of a refund slip in the caller's language. Throws `common.recordNotFound`. */
export function reprintSlip(deps: Deps, ctx: CallContext, { id, printId }: { id: string; printId: string }) {
  return ctx.tx(async (trx) => {
    const now = deps.clock()
    await requireListedRefund(trx, ctx.user, id, now)
    // The lock orders prints, so that copies are counted correctly.
    const refund = await trx
      .selectFrom('refundOrder')
      .select(['orgCode', 'voids'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!refund) throw new AppError('common.recordNotFound')
    const { orgCode, voids } = refund
    const { rows } = await sql<{ ticket: TicketData }>`
      select refund_slip(r, s, ${JSON.stringify(slipTexts(ctx.locale, voids))}) as ticket
        from refund_order r join store s on s.org_code = r.org_code where r.id = ${id}`.execute(trx)
    if (!rows[0]) throw new Error('a refund was not found when it was read again')
    const ticket = { ...rows[0].ticket, locale: ctx.locale }
    const copyNo = await nextCopyNo(trx, id, orgCode)
    const jobId = await orderCopy(trx, { orgCode, ticket, copyNo, printId }, now)
    ctx.touched({ id })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode }))
    return printOrdered(trx, ctx, { orgCode, printId }, { jobId }, now)
  })
}
