import { create } from 'zustand'
import { useSession } from '#renderer/core/session.ts'
import type { Choices } from '#renderer/features/counter/choices/choices.calc.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { RecordRefund } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'

export interface RecentStart {
  outcome: StartOutcome
  racer: string
  ruleName: string
  /** The member's name or number, and what the start costs; empty where there is none. */
  memberName: string
  price: string
  /** Whether it is unpaid, or what was refunded. */
  money: 'unpaid' | RecordRefund
  /** The choices that F2 repeats. */
  again: Pick<Choices, 'type' | 'ruleId' | 'people' | 'racer'> & { memberId: string }
}

const MAX_STARTS = 6
const none: RecentStart[] = []

interface Recent {
  /** `orgCode/userId` of the user; another store or user sees none of them. */
  owner: string
  starts: RecentStart[]
}

const useRecent = create<Recent>(() => ({ owner: '', starts: none }))

const currentOwner = (): string => {
  const user = useSession.getState().session?.userInfo
  return user ? `${user.orgCode}/${user.id}` : ''
}

/** The last starts of this user; they survive a visit to another page. */
export const useRecentStarts = (): RecentStart[] =>
  useRecent(({ owner, starts }) => (owner === currentOwner() ? starts : none))

export function addStart(start: RecentStart): void {
  useRecent.setState((old) => {
    const owner = currentOwner()
    const before = old.owner === owner ? old.starts : none
    return { owner, starts: [start, ...before].slice(0, MAX_STARTS) }
  })
}

/** Replaces this user's list of starts. */
export function updateStarts(update: (starts: RecentStart[]) => RecentStart[]): void {
  useRecent.setState((old) => (old.owner === currentOwner() ? { ...old, starts: update(old.starts) } : old))
}

/** Hides the list, for practice mode; returns a function that restores it. */
export function hideStarts(): () => void {
  const before = useRecent.getState()
  useRecent.setState({ owner: '', starts: none })
  return () => useRecent.setState(before)
}

/** Restores the starts made before the program was restarted, unless something was started since. */
export async function restoreStarts(ask: NonNullable<Platform['recent']>): Promise<void> {
  const owner = currentOwner()
  const before = (await ask()).slice(0, MAX_STARTS).map(({ fields, ruleName, consumeType, price, ...outcome }) => ({
    outcome: { ...outcome, result: null },
    racer: fields.racer,
    ruleName,
    // The terminal stores only the member's number.
    memberName: fields.userId,
    price: price > 0 ? formatAmount(price) : '',
    money: 'none' as const,
    again: {
      type: consumeType,
      ruleId: fields.ruleId,
      people: fields.people,
      racer: fields.racer,
      memberId: fields.userId,
    },
  }))
  useRecent.setState((now) => (now.owner === owner && now.starts.length > 0 ? now : { owner, starts: before }))
}
