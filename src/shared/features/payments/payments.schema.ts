import { z } from 'zod'

/** Providers of scan payments; `sandbox` simulates one and moves no money. */
export const ProviderName = z.enum(['sandbox', 'wechat', 'alipay'])
export type ProviderName = z.infer<typeof ProviderName>

/** `reversing`: must no longer succeed. `paid` and `closed` are final. */
export const PaymentState = z.enum(['waiting', 'asked', 'reversing', 'paid', 'closed'])
export type PaymentState = z.infer<typeof PaymentState>

/** Whether the provider still has to confirm that a closed payment took no money, or was reversed. */
export const PaymentReversal = z.enum(['none', 'owed', 'done'])
export type PaymentReversal = z.infer<typeof PaymentReversal>

/** `refused`: can be retried. `withdrawn`: the provider refused and the order was restored, so nothing is owed. */
export const RefundState = z.enum(['owed', 'done', 'refused', 'withdrawn'])
export type RefundState = z.infer<typeof RefundState>

/** Kinds of differences between a provider's daily bill and this server's payments. */
export const DifferenceKind = z.enum(['missingHere', 'missingThere', 'amount'])
export type DifferenceKind = z.infer<typeof DifferenceKind>
