import { z } from 'zod'

/** Who takes money for a code that the customer shows; the sandbox takes none. */
export const ProviderName = z.enum(['sandbox', 'wechat', 'alipay'])
export type ProviderName = z.infer<typeof ProviderName>

/** `reversing`: it must not succeed any more; paid and closed are ends. */
export const PaymentState = z.enum(['waiting', 'asked', 'reversing', 'paid', 'closed'])
export type PaymentState = z.infer<typeof PaymentState>

/** Whether the provider has still to say that nothing was taken of a payment that was closed, or that it went back. */
export const PaymentReversal = z.enum(['none', 'owed', 'done'])
export type PaymentReversal = z.infer<typeof PaymentReversal>

/** `refused`: the provider may be asked again. `withdrawn`: it has refused, and the order was put back as it was, so nothing is owed. */
export const RefundState = z.enum(['owed', 'done', 'refused', 'withdrawn'])
export type RefundState = z.infer<typeof RefundState>

/** How a provider's list of a day may differ from ours. */
export const DifferenceKind = z.enum(['missingHere', 'missingThere', 'amount'])
export type DifferenceKind = z.infer<typeof DifferenceKind>
