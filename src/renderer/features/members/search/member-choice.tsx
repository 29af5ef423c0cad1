import { useRef } from 'react'
import { isBeingTyped } from '#renderer/core/keyboard/typing.ts'
import { useText } from '#renderer/core/locale.ts'
import type { MemberView } from '#renderer/platform/member-lookup.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { MemberRow } from './member-row.tsx'

type Found = Extract<MemberView, { kind: 'choice' }>['found'][number]

/** Two members matched by one number: by member number and by card. */
export function MemberChoice({ found, onTake }: { found: Found[]; onTake(found: Found): void }) {
  const { t } = useText()
  const list = useRef<HTMLElement>(null)
  // Does not take the focus while the user is typing.
  useFocusOnOpen(() => (isBeingTyped() ? null : list.current?.querySelector('button')))
  return (
    <section ref={list} className="pl-member-results" role="alert" aria-label={t('counter.member.which')}>
      <p>{t('counter.member.which')}</p>
      {found.map((one) => (
        <MemberRow key={one.member.id} member={one.member} onChoose={() => onTake(one)} />
      ))}
    </section>
  )
}
