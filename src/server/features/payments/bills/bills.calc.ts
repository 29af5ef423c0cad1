import type { BillLine } from '#server/features/payments/providers/payment-provider.types.ts'
import type { Minor } from '#shared/core/money.ts'
import type { DifferenceKind } from '#shared/features/payments/payments.schema.ts'

/** The net amount of a payment on a day in our records. */
export interface PaymentTotal {
  id: string
  amount: Minor
}

interface Difference {
  reference: string
  paymentId: string | null
  kind: DifferenceKind
  ours: Minor
  theirs: Minor
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Compares a provider's bill of a day with our payments. Net amounts per payment are compared: a payment that was reversed at once is zero
 * on both sides, whether the provider lists it twice or not at all.
 */
export function differencesOf(ours: readonly PaymentTotal[], theirs: readonly BillLine[]): Difference[] {
  const totals = new Map<string, { ours: Minor; theirs: Minor; isOurs: boolean; isTheirs: boolean }>()
  const at = (reference: string) => {
    const found = totals.get(reference) ?? { ours: 0, theirs: 0, isOurs: false, isTheirs: false }
    totals.set(reference, found)
    return found
  }
  for (const { id, amount } of ours) {
    const total = at(id)
    total.ours += amount
    total.isOurs = true
  }
  for (const { tradeId, transactionId, amount } of theirs) {
    const total = at(tradeId || transactionId)
    total.theirs += amount
    total.isTheirs = true
  }
  return [...totals]
    .filter(([, total]) => total.ours !== total.theirs)
    .map(([reference, total]) => ({
      reference,
      paymentId: UUID.test(reference) ? reference : null,
      kind: !total.isOurs ? 'missingHere' : !total.isTheirs ? 'missingThere' : 'amount',
      ours: total.ours,
      theirs: total.theirs,
    }))
}
