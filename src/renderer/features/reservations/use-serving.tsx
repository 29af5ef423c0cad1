import { type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { asksForCashier, CashierField, type ChosenCashier, useCashier } from '#renderer/features/cashiers/index.ts'
import { refreshReservations } from './use-calendar.ts'

/** The cashier of a booking, payment or refund. */
export function useServing(): {
  cashier: ChosenCashier | null
  /** Runs the call and refreshes; asks for the cashier where the server requires one. */
  serve<A>(call: () => Promise<A>): Promise<A>
  /** The form row that shows the cashier. */
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
