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

/** How goods are paid at a counter; `coins` are those of a member's wallet. */
export type Tender = 'wechat' | 'cash' | 'balance' | 'coins'

export interface OfferedTender {
  tender: Tender
  /** Scan payment is shown also where no provider takes codes, with the reason. */
  isTaken: boolean
}

/**
 * The tenders for goods in the order of the screen; a form begins with the first that is taken. Those of a member stand `before` the
 * guest's where the member is being served, else `after`.
 */
export const tendersOf = (
  { takesCash, takesCodes }: PaymentMethods,
  { before = [], after = [] }: { before?: readonly Tender[]; after?: readonly Tender[] } = {},
): OfferedTender[] => [
  ...before.map((tender) => ({ tender, isTaken: true })),
  { tender: 'wechat', isTaken: takesCodes },
  ...(takesCash ? [{ tender: 'cash', isTaken: true } as const] : []),
  ...after.map((tender) => ({ tender, isTaken: true })),
]
