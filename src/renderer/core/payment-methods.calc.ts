/** A store's payment settings; undefined until loaded. */
type StorePaymentSettings = { acceptsCash: 'YES' | 'NO'; takesCodes: 'YES' | 'NO' } | null | undefined

/** The payment methods of a counter. */
export interface PaymentMethods {
  takesCash: boolean
  /** Scan payment is available: a payment provider accepts customers' codes. */
  takesCodes: boolean
}

export const paymentMethodsOf = (store: StorePaymentSettings): PaymentMethods => ({
  takesCash: store?.acceptsCash === 'YES',
  takesCodes: store?.takesCodes !== 'NO',
})

/** Whether to pay in cash: it is preferred, or scan payment is not available. */
export const paysCash = (wantsCash: boolean, { takesCash, takesCodes }: PaymentMethods): boolean =>
  takesCash && (wantsCash || !takesCodes)
