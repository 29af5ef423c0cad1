import { z } from 'zod'
import { crudRoutes } from '#shared/core/crud.ts'
import { excelRoutes } from '#shared/core/excel.ts'
import { Amount } from '#shared/core/money.ts'
import { choiceFilter, route, textFilter } from '#shared/core/route.ts'
import { exact, line, wrong } from '#shared/core/text.ts'
import { Day } from '#shared/core/time.ts'
import { FigurePeriod } from '#shared/features/statistics/statistics.contract.ts'
import { PromoterCode } from './member-promoter.contract.ts'
import {
  commissionResource,
  PayoutMode,
  promotedMemberResource,
  promoterPayoutResource,
  promoterResource,
} from './promoters.schema.ts'

const labels = {
  ...promoterResource.labels,
  from: 'statistics.from',
  until: 'statistics.until',
  code: 'promoter.code',
} as const

/** What a promoter referred in a period. */
export const PromoterFigure = z.object({
  promoterId: z.uuid(),
  promoterName: z.string(),
  brought: z.number().int(),
  paidValue: Amount,
  commissionMoney: Amount,
  commissionPoints: z.number().int(),
  paidOut: Amount,
})
export type PromoterFigure = z.infer<typeof PromoterFigure>

export const promoters = {
  ...crudRoutes(promoterResource),
  exportXls: excelRoutes(promoterResource).exportXls,
  roles: route({
    labels,
    method: 'GET',
    path: `${promoterResource.path}/roles`,
    summary: 'The roles that promoters of a store may have, also those of its chain',
    access: 'promoter:list',
    query: z.object({ sysOrgCode: textFilter() }),
    result: z.array(z.object({ id: z.uuid(), roleName: z.string() })).max(200),
  }),
  report: route({
    labels,
    method: 'GET',
    path: `${promoterResource.path}/report`,
    summary: 'What each promoter referred in some days: members, paid value, commissions and payouts',
    access: 'promoter:list',
    lane: 'lists',
    query: z.object({
      period: choiceFilter(FigurePeriod),
      from: Day.optional(),
      until: Day.optional(),
      sysOrgCode: textFilter(),
    }),
    result: z.object({ from: Day, until: Day, rows: z.array(PromoterFigure) }),
  }),
}

const referred = crudRoutes(promotedMemberResource)
export const promotedMembers = {
  list: referred.list,
  queryById: referred.queryById,
  exportXls: excelRoutes(promotedMemberResource).exportXls,
  bind: route({
    labels: { ...promotedMemberResource.labels, code: 'promoter.code' },
    method: 'POST',
    path: `${promotedMemberResource.path}/bind`,
    summary: 'Binds a new member to the promoter of a code, once and for good, within a day of the registration',
    access: 'promotedmember:add',
    body: z.object({ userId: exact(32, 1), code: PromoterCode }),
    result: z.null(),
    message: 'message.promoter.bound',
    idempotent: {},
  }),
}

const given = crudRoutes(commissionResource)
export const commissions = {
  list: given.list,
  queryById: given.queryById,
  exportXls: excelRoutes(commissionResource).exportXls,
}

const paid = crudRoutes(promoterPayoutResource)
const payoutLabels = { ...promoterPayoutResource.labels, shiftId: 'payout.drawer' } as const

const PayInput = z
  .object({
    id: z.uuid(),
    payoutMode: PayoutMode,
    /** Of a transfer. */
    transferNo: line(64).default(''),
    /** Of cash: the open shift whose drawer pays; left out: the only one. */
    shiftId: z.uuid().nullish(),
  })
  .refine(({ payoutMode, transferNo }) => payoutMode === 'cash' || transferNo !== '', {
    ...wrong('input.payout.transferNo'),
    path: ['transferNo'],
  })
export type PayInput = z.output<typeof PayInput>

export const promoterPayouts = {
  list: paid.list,
  queryById: paid.queryById,
  exportXls: excelRoutes(promoterPayoutResource).exportXls,
  request: route({
    labels: payoutLabels,
    method: 'POST',
    path: `${promoterPayoutResource.path}/request`,
    summary: 'Requests to pay out what a promoter is owed; the key becomes the id of the payout',
    access: 'promoterpayout:add',
    body: z.object({ promoterId: z.uuid(), amount: Amount.min(0.01).max(1_000_000), remark: line(200).default('') }),
    result: z.null(),
    message: 'message.payout.requested',
    idempotent: {},
  }),
  pay: route({
    labels: payoutLabels,
    method: 'POST',
    path: `${promoterPayoutResource.path}/pay`,
    summary: 'Approves a payout: cash from a drawer, or a transfer that was made; by another than the requester',
    access: 'promoterpayout:approve',
    body: PayInput,
    result: z.null(),
    message: 'message.payout.paid',
    idempotent: {},
  }),
  reject: route({
    labels: payoutLabels,
    method: 'POST',
    path: `${promoterPayoutResource.path}/reject`,
    summary: 'Rejects a payout for a reason; the amount is owed as before',
    access: 'promoterpayout:approve',
    body: z.object({ id: z.uuid(), reason: line(200, 1) }),
    result: z.null(),
    message: 'message.payout.rejected',
    idempotent: {},
  }),
}
