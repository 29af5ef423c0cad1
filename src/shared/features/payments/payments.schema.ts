import { z } from 'zod'

/** Who takes money for a code that the customer shows; the sandbox takes none. */
export const ProviderName = z.enum(['sandbox', 'wechat', 'alipay'])
export type ProviderName = z.infer<typeof ProviderName>

/** `reversing`: it must not succeed any more; paid and closed are ends. */
export const PaymentState = z.enum(['waiting', 'asked', 'reversing', 'paid', 'closed'])
export type PaymentState = z.infer<typeof PaymentState>

/** How a provider's list of a day may differ from ours. */
export const DifferenceKind = z.enum(['missingHere', 'missingThere', 'amount'])
export type DifferenceKind = z.infer<typeof DifferenceKind>
