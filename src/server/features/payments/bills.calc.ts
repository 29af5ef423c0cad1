import type { Minor } from '#shared/core/money.ts'
import type { DifferenceKind } from '#shared/features/payments/payments.schema.ts'
import type { BillLine } from './payment-provider.types.ts'

/** What came in for a payment on a day less what went back, as we know it. */
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
 * Where a provider's list of a day and ours differ. What a payment came to on that day counts, not its single lines: a payment that
 * was reversed at once is nothing to both, whether the provider lists it twice or not at all.
 */
export function differencesOf(ours: readonly PaymentTotal[], theirs: readonly BillLine[]): Difference[] {
  const both = new Map<string, { ours: Minor; theirs: Minor; isOurs: boolean; isTheirs: boolean }>()
  const at = (reference: string) => {
    const found = both.get(reference) ?? { ours: 0, theirs: 0, isOurs: false, isTheirs: false }
    both.set(reference, found)
    return found
  }
  for (const { id, amount } of ours) {
    const one = at(id)
    one.ours += amount
    one.isOurs = true
  }
  for (const { tradeId, transactionId, amount } of theirs) {
    const one = at(tradeId || transactionId)
    one.theirs += amount
    one.isTheirs = true
  }
  return [...both]
    .filter(([, one]) => one.ours !== one.theirs)
    .map(([reference, one]) => ({
      reference,
      paymentId: UUID.test(reference) ? reference : null,
      kind: !one.isOurs ? 'missingHere' : !one.isTheirs ? 'missingThere' : 'amount',
      ours: one.ours,
      theirs: one.theirs,
    }))
}
