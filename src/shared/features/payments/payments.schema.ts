import { z } from 'zod'

/** Providers of scan payments; `sandbox` simulates one and moves no money. */
export const ProviderName = z.enum(['sandbox', 'wechat', 'alipay'])
export type ProviderName = z.infer<typeof ProviderName>

/**
 * Where a guest pays on the own phone: `jsapi` in WeChat's browser and `h5` in another one, both of WeChat Pay; `wap` of Alipay.
 */
export const PhonePayWay = z.enum(['jsapi', 'h5', 'wap'])
export type PhonePayWay = z.infer<typeof PhonePayWay>

/** The ways that a store offers to a phone; `sandbox` stands for the page of a provider. */
export const PhoneWay = z.enum(['sandbox', ...PhonePayWay.options])
export type PhoneWay = z.infer<typeof PhoneWay>

/** What a phone needs to open the page of a provider. */
export const PhoneHandover = z.object({
  /** The page's address; empty in WeChat's browser, which opens it by `bridge`. */
  url: z.string(),
  /** The parameters of `getBrandWCPayRequest`, signed. */
  bridge: z
    .object({
      appId: z.string(),
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.literal('RSA'),
      paySign: z.string(),
    })
    .nullable(),
})
export type PhoneHandover = z.infer<typeof PhoneHandover>

/** How a payment begins: `code` is a code that the guest shows. */
export const PayWay = z.enum(['code', ...PhonePayWay.options])
export type PayWay = z.infer<typeof PayWay>

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
