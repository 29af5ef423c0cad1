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

/** A payment for goods, as it was entered. */
export interface GoodsPayment {
  tender: Tender
  /** Cash received; null when not entered. */
  received: number | null
  /** The member's consumption password. */
  password: string
  cashierId: string | null
}

export interface OfferedTender<T extends Tender = Tender> {
  tender: T
  /** Scan payment is shown also where no provider takes codes, with the reason. */
  isTaken: boolean
}

/**
 * The tenders for goods in the order of the screen; a form begins with the first that is taken. Those of a member stand `before` the
 * guest's where the member is being served, else `after`.
 */
export const tendersOf = <T extends Tender = 'wechat'>(
  { takesCash, takesCodes }: PaymentMethods,
  { before = [], after = [] }: { before?: readonly T[]; after?: readonly T[] } = {},
): OfferedTender<T | 'wechat' | 'cash'>[] => [
  ...before.map((tender) => ({ tender, isTaken: true })),
  { tender: 'wechat', isTaken: takesCodes },
  ...(takesCash ? [{ tender: 'cash' as const, isTaken: true }] : []),
  ...after.map((tender) => ({ tender, isTaken: true })),
]

/** The tender that a key changes to: the next one that is taken. Null: none is. */
export function tenderAfter<T extends Tender>(offered: readonly OfferedTender<T>[], tender: T | null): T | null {
  const taken = offered.filter(({ isTaken }) => isTaken).map((one) => one.tender)
  return taken[(tender === null ? 0 : taken.indexOf(tender) + 1) % taken.length] ?? null
}
