import { type Dispatch, type SetStateAction, useEffect } from 'react'
import { leaveFields } from '#renderer/core/hotkeys.ts'
import { play } from '#renderer/core/sounds.ts'
import { isBeingTyped } from '#renderer/core/typing.ts'
import { useMember } from '#renderer/features/members/index.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { Notice } from './counter.calc.ts'

interface OnMember {
  onChange(): void
  nextGuest(): void
  setNotice: Dispatch<SetStateAction<Notice | null>>
  setProblem(problem: null): void
}

/** The member on the screen, found by a scan or the search. */
export function useFoundMember(on: OnMember) {
  const who = useMember(
    ({ member }) => {
      play('scan')
      // A focused field would take the digit that chooses the rule. The focus stays while the user is typing.
      if (!isBeingTyped()) {
        leaveFields()
        on.nextGuest()
      }
      on.onChange()
      if (!member) return
      const values = { name: member.realname || member.nickname, amount: formatAmount(member.availableBalance) }
      on.setNotice({ key: 'counter.member.found', values })
    },
    () => play('error'),
  )
  const { setNotice, setProblem } = on
  const hasMember = who.member !== null
  useEffect(() => {
    if (hasMember) return
    // The notice and the error were about the member.
    setNotice((old) => (old?.key === 'counter.member.found' ? null : old))
    setProblem(null)
  }, [hasMember, setNotice, setProblem])
  return who
}
