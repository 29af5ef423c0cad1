/** What a store says of the ways to pay; undefined until it is known. */
type StorePaymentSettings = { isUnline: 'YES' | 'NO'; takesCodes: 'YES' | 'NO' } | null | undefined

/** How guests and members can pay at a counter. */
export interface PaymentMethods {
  takesCash: boolean
  /** A payment provider takes the codes that customers show. */
  takesCodes: boolean
}

export const paymentMethodsOf = (store: StorePaymentSettings): PaymentMethods => ({
  takesCash: store?.isUnline === 'YES',
  takesCodes: store?.takesCodes !== 'NO',
})

/** Whether cash is the way to pay: it is wanted, or nothing else is there. */
export const paysCash = (wantsCash: boolean, { takesCash, takesCodes }: PaymentMethods): boolean =>
  takesCash && (wantsCash || !takesCodes)
