import type { KeyboardEvent } from 'react'
import { formatAmount } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import './member-search.css'

/** One member of a choice; arrow keys move to the next. */
export function MemberRow({ member, onChoose }: { member: Member; onChoose(): void }) {
  return (
    <button type="button" onClick={onChoose} onKeyDown={moveBetween}>
      <strong>{member.realname || member.nickname}</strong>
      <span>{member.phone}</span>
      <small>{member.id}</small>
      <small className="pl-amount">{formatAmount(member.availableBalance)}</small>
    </button>
  )
}

function moveBetween(event: KeyboardEvent<HTMLButtonElement>): void {
  const { nextElementSibling, previousElementSibling } = event.currentTarget
  const to = { ArrowDown: nextElementSibling, ArrowUp: previousElementSibling }[event.key]
  if (!(to instanceof HTMLButtonElement)) return
  event.preventDefault()
  event.stopPropagation()
  to.focus()
}
