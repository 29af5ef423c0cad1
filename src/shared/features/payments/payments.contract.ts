import { z } from 'zod'
import { entity, listedRow, listQueryOf, RecordId, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { creationMarks, type FieldMarks, fieldsOf } from '#shared/core/fields.ts'
import { Amount } from '#shared/core/money.ts'
import { route } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { WireTime } from '#shared/core/time.ts'
import { DifferenceKind, PaymentReversal, PaymentState, PayWay, ProviderName, RefundState } from './payments.schema.ts'

const none = z.object({})

const marks = {
  id: { kind: 'id', label: 'payments.id' },
  provider: { kind: 'text', label: 'payments.provider', dict: 'payment_provider' },
  state: { kind: 'text', label: 'payments.state', dict: 'payment_state', sort: true },
  amount: { kind: 'money', label: 'payments.amount', sort: true },
  subject: { kind: 'text', label: 'payments.subject' },
  payWay: { kind: 'text', label: 'payments.payWay', dict: 'payment_way' },
  orderKind: { kind: 'text', label: 'payments.orderKind', dict: 'payment_order_kind' },
  transactionId: { kind: 'text', label: 'payments.transactionId' },
  reason: { kind: 'text', label: 'payments.reason' },
  reversal: { kind: 'text', label: 'payments.reversal', dict: 'payment_reversal' },
  trouble: { kind: 'text', label: 'payments.trouble', unsearched: true },
  operatorName: { kind: 'text', label: 'payments.operator' },
  createTime: creationMarks.createTime,
  paidTime: { kind: 'time', label: 'payments.paidTime' },
  endTime: { kind: 'time', label: 'payments.endTime' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const paymentResource = resource({
  path: '/payment/sysPayment',
  permission: 'payment',
  noun: 'payments by codes that customers showed',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      provider: ProviderName,
      payWay: PayWay,
      state: PaymentState,
      amount: Amount,
      subject: z.string(),
      orderKind: z.string(),
      /** The provider's transaction number. */
      transactionId: z.string(),
      /** Why it was closed: a reason code of this server, or the provider's text. */
      reason: z.string(),
      reversal: PaymentReversal,
      trouble: z.string(),
      operatorName: z.string(),
      paidTime: WireTime.nullable(),
      endTime: WireTime.nullable(),
    }),
  ),
  create: none,
  update: none,
  ...fieldsOf(marks),
})

const Payment = listedRow(paymentResource.entity, paymentResource.dict)
export type Payment = z.infer<typeof Payment>

/** A refund of a payment, completed or still outstanding. */
const PaymentRefund = z.object({
  id: z.uuid(),
  amount: Amount,
  kind: z.enum(['late', 'order']),
  state: RefundState,
  reason: z.string(),
  trouble: z.string(),
  createTime: WireTime,
  endTime: WireTime.nullable(),
})

/** A payment that the provider has not settled in time. */
export const Unresolved = Payment.extend({
  /** `open`: timed out. `reversal`: the provider has not confirmed the reversal. `refund`: not yet refunded to the customer. */
  problem: z.enum(['open', 'reversal', 'refund']),
})
export type Unresolved = z.infer<typeof Unresolved>

const { labels } = paymentResource
const paymentKey = z.object({ id: z.uuid() })

/** Scan payments (spec §2 "scan pay dialog", §4). Each becomes paid or closed within a minute, on a guest's phone within six. */
export const payments = {
  list: route({
    labels,
    method: 'GET',
    path: '/payment/sysPayment/list',
    summary: 'A page of payments',
    access: 'payment:list',
    query: listQueryOf(paymentResource),
    result: pageOf(Payment),
  }),
  queryById: route({
    method: 'GET',
    path: '/payment/sysPayment/queryById',
    summary: 'A payment with its refunds; its id is that of its order',
    access: 'payment:list',
    query: z.object({ id: RecordId }),
    result: Payment.extend({ refunds: z.array(PaymentRefund).max(100) }),
  }),
  unresolved: route({
    method: 'GET',
    path: '/payment/sysPayment/unresolved',
    summary: 'Payments and refunds that the provider has not settled in time',
    access: 'payment:list',
    result: z.array(Unresolved).max(200),
  }),
  sandbox: route({
    method: 'GET',
    path: '/payment/sysPayment/sandbox',
    summary: 'Whether payment codes of this store go to the sandbox, which moves no money',
    access: 'payment:cancel',
    result: z.boolean(),
  }),
  cancel: route({
    method: 'POST',
    path: '/payment/sysPayment/cancel',
    summary: 'Stops waiting for the customer: an unpaid payment is reversed and closed now',
    access: 'payment:cancel',
    body: paymentKey,
    result: z.null(),
    message: 'message.payments.cancelled',
  }),
  retry: route({
    method: 'POST',
    path: '/payment/sysPayment/retry',
    summary: 'Queries the provider now about an unsettled payment, and requests its open refunds again',
    access: 'payment:settle',
    body: paymentKey,
    result: z.null(),
    message: 'message.payments.retried',
  }),
}

const differenceMarks = {
  provider: { kind: 'text', label: 'payments.provider', dict: 'payment_provider' },
  day: { kind: 'date', label: 'payments.day', sort: true },
  kind: { kind: 'text', label: 'payments.difference', dict: 'payment_difference' },
  state: { kind: 'text', label: 'payments.settled', dict: 'payment_difference_state' },
  ours: { kind: 'money', label: 'payments.ours' },
  theirs: { kind: 'money', label: 'payments.theirs' },
  reference: { kind: 'text', label: 'payments.reference' },
  remark: { kind: 'text', label: 'payments.remark' },
  settledBy: { kind: 'text', label: 'payments.settledBy' },
  settleTime: { kind: 'time', label: 'payments.settleTime', unsearched: true },
  createTime: creationMarks.createTime,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const satisfies FieldMarks

export const differenceResource = resource({
  path: '/payment/sysPaymentDifference',
  permission: 'payment',
  noun: 'differences between our payments and the bills of providers',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      provider: ProviderName,
      day: z.string(),
      kind: DifferenceKind,
      state: z.enum(['open', 'settled']),
      /** Payments of that day minus refunds, by this server's records. */
      ours: Amount,
      theirs: Amount,
      reference: z.string(),
      remark: z.string(),
      settledBy: z.string(),
      settleTime: WireTime.nullable(),
    }),
  ),
  create: none,
  update: none,
  ...fieldsOf(differenceMarks),
})

/** Differences between a provider's daily bill and the payments of this server. */
export const paymentDifferences = {
  list: route({
    labels: differenceResource.labels,
    method: 'GET',
    path: '/payment/sysPaymentDifference/list',
    summary: 'A page of differences between our payments and the provider’s statement',
    access: 'payment:list',
    query: listQueryOf(differenceResource),
    result: pageOf(listedRow(differenceResource.entity, differenceResource.dict)),
  }),
  settle: route({
    labels: { remark: 'payments.remark' },
    method: 'POST',
    path: '/payment/sysPaymentDifference/settle',
    summary: 'Settles a difference with an explanation',
    access: 'payment:settle',
    body: paymentKey.extend({ remark: line(200, 1) }),
    result: z.null(),
    message: 'message.payments.settled',
  }),
}
