import { type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { asksForCashier, CashierField, type ChosenCashier, useCashier } from '#renderer/features/cashiers/index.ts'
import { refreshReservations } from './use-calendar.ts'

/** Who serves while something is booked, paid or given back. */
export function useServing(): {
  cashier: ChosenCashier | null
  /** Does it, and shows what has changed; whoever serves is asked for where the server asks. */
  serve<A>(call: () => Promise<A>): Promise<A>
  /** The line of a form that says who it is. */
  line: ReactNode
} {
  const { t } = useText()
  const { cashier } = useCashier()
  const [isAsking, ask] = useState(false)
  return {
    cashier,
    serve: async (call) => {
      try {
        const answer = await call()
        await refreshReservations()
        return answer
      } catch (error) {
        if (asksForCashier(error)) ask(true)
        throw error
      }
    },
    line: (
      <div className="pl-book-cashier">
        <span>{t('cashier.label')}</span>
        <CashierField isOpen={isAsking} onOpen={ask} />
      </div>
    ),
  }
}
