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
  /** Whose counter it is chosen at: another store, or another person who signs in there, begins anew. */
  place: string
  /** Null once the cashier has left. */
  cashier: ChosenCashier | null
}

const STORED_AS = 'pitlane.cashier'
/** As the server sees it: managers, coaches and cashiers serve at a counter. */
const SERVING: readonly Identity[] = ['1', '2', '3']

const isChoice = (value: unknown): value is Choice => typeof value === 'object' && value !== null && 'place' in value
const stored = readStored(STORED_AS)
const useChoice = create<{ choice: Choice | null }>(() => ({ choice: isChoice(stored) ? stored : null }))

const placeOf = ({ orgCode, id }: CurrentUser): string => `${orgCode}/${id}`

/** Who serves at this counter: whom somebody chose, else the person who is signed in, if that is one who serves. */
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

/** Whether who serves has to show the password once more. */
export const isUnproven = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'sessions.cashierUnproven'

/** Whether a refusal is about who serves: somebody is to be chosen, or to show the password once more. */
export const asksForCashier = (error: unknown): boolean => error instanceof AppError && asking.includes(error.code)

/** The badge that was scanned at the counter and nobody has looked at; empty: none. */
export const useShownBadge = create<{ badge: string }>(() => ({ badge: '' }))

/** Somebody with a badge wants to take over: the dialog that is opened with this asks for the password. */
export const showBadge = (badge: string): void => useShownBadge.setState({ badge })
