import { create } from 'zustand'
import { useSession } from '#renderer/core/session.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { AppError, type ErrorCode } from '#shared/core/errors.ts'
import type { CurrentUser, Identity } from '#shared/features/access/access.schema.ts'

export interface ChosenCashier {
  id: string
  realname: string
}

interface Choice {
  /** The store and user it was selected for: another store or user resets it. */
  place: string
  /** Null once the cashier has left. */
  cashier: ChosenCashier | null
}

const STORED_AS = 'pitlane.cashier'
/** As on the server: managers, coaches and cashiers can serve at a counter. */
const SERVING: readonly Identity[] = ['1', '2', '3']

const isChoice = (value: unknown): value is Choice => typeof value === 'object' && value !== null && 'place' in value
const stored = readStored(STORED_AS)
const useChoice = create<{ choice: Choice | null }>(() => ({ choice: isChoice(stored) ? stored : null }))

const placeOf = ({ orgCode, id }: CurrentUser): string => `${orgCode}/${id}`

/** The cashier of this counter: the selected one, else the signed-in user, where that identity can serve. */
export function useCashier(): { cashier: ChosenCashier | null; choose(cashier: ChosenCashier | null): void } {
  const choice = useChoice((state) => state.choice)
  const user = useSession(({ session }) => session?.userInfo)
  const own = user && SERVING.includes(user.identity) ? { id: user.id, realname: user.realname } : null
  return {
    cashier: user && choice?.place === placeOf(user) ? choice.cashier : own,
    choose: (cashier) => {
      if (!user) return
      const next = { place: placeOf(user), cashier }
      store(STORED_AS, next)
      useChoice.setState({ choice: next })
    },
  }
}

const asking: readonly ErrorCode[] = ['sessions.cashierRequired', 'sessions.cashierUnproven', 'sessions.cashierUnknown']

/** Whether an error means that the cashier must enter the password again. */
export const isUnproven = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'sessions.cashierUnproven'

/** Whether an error is about the cashier: one must be selected, or enter the password again. */
export const asksForCashier = (error: unknown): boolean => error instanceof AppError && asking.includes(error.code)

/** The badge scanned at the counter that no dialog has handled yet; empty for none. */
export const useShownBadge = create<{ badge: string }>(() => ({ badge: '' }))

/** Passes a badge scanned at the counter to the cashier dialog that it opens. */
export const showBadge = (badge: string): void => useShownBadge.setState({ badge })
