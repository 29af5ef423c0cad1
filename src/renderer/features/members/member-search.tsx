import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCounterKeyNames } from '#renderer/core/counter-keys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { writeField } from '#renderer/core/wedge/field-memory.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/use-focus-on-open.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { MemberRow } from './member-row.tsx'
import './member-search.css'

/** Spec §9: searching starts by itself above 4 characters. */
const AUTO_ABOVE = 4
const PAUSE_MS = 250

export const MEMBER_SEARCH_ID = 'member-search'

/** Begins a search with what was typed already, and lets the rest be typed into its field; goes on with one that has begun. */
export function searchMember(text: string): void {
  const field = document.getElementById(MEMBER_SEARCH_ID)
  if (!(field instanceof HTMLInputElement)) return
  const before = document.activeElement === field ? field.value : ''
  field.focus()
  writeField(field, before + text)
}

interface MemberSearchProps {
  onChoose(member: Member): void
  /** Nobody was found; who shows that does so instead of the list. */
  onNone?: (wasAsked: boolean) => void
  /** Told what stands in the field: as long as it is not empty, somebody else is being looked for. */
  onText?: (text: string) => void
  autoFocus?: boolean
  id?: string
}

/** Finds a member by card number, phone or name; Enter takes the first that is found. */
export function MemberSearch(props: MemberSearchProps) {
  const { onChoose, onNone, onText, autoFocus = false, id = MEMBER_SEARCH_ID } = props
  const platform = usePlatform()
  const { t } = useText()
  const keys = useCounterKeyNames()
  const [text, setText] = useState('')
  const [keyword, setKeyword] = useState('')
  const [wantsFirst, setWantsFirst] = useState(false)
  const input = useRef<InputRef>(null)
  const list = useRef<HTMLDivElement>(null)
  const wanted = text.trim()
  useFocusOnOpen(() => input.current?.input, autoFocus)

  useEffect(() => onText?.(wanted), [onText, wanted])

  useEffect(() => {
    if (wanted.length <= AUTO_ABOVE) return
    const timer = setTimeout(() => setKeyword(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isAsked = keyword !== '' && keyword === wanted
  const search = useQuery({
    queryKey: ['memberSearch', keyword],
    queryFn: () => platform.members.search(keyword),
    enabled: isAsked,
    gcTime: 0,
  })
  const found = isAsked ? search.data : undefined

  const choose = (member: Member) => {
    setText('')
    setKeyword('')
    setWantsFirst(false)
    input.current?.blur()
    onChoose(member)
  }

  const first = found?.[0]
  const isNone = found?.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each answer
  useEffect(() => {
    if (isNone) onNone?.(wantsFirst)
  }, [isNone, keyword])
  useEffect(() => {
    if (!wantsFirst || !found) return
    setWantsFirst(false)
    if (first && found.length === 1) choose(first)
  })

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && wanted !== '') {
      event.preventDefault()
      if (first) return choose(first)
      setKeyword(wanted)
      setWantsFirst(true)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('button')?.focus()
    } else if (event.key === 'Escape') {
      // An empty field has nothing to take back: the dialog or the counter around it has.
      if (text !== '') event.stopPropagation()
      setText('')
      setKeyword('')
      input.current?.blur()
    }
  }

  return (
    <search className="pl-member-search">
      <Input
        ref={input}
        id={id}
        value={text}
        prefix={id === MEMBER_SEARCH_ID ? <kbd>{keys.member}</kbd> : <SearchOutlined />}
        placeholder={t('counter.member.search')}
        aria-label={t('counter.member.searchLabel')}
        title={t('counter.member.searchHint')}
        autoComplete="off"
        maxLength={32}
        allowClear
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      {isAsked ? (
        <section ref={list} className="pl-member-results" aria-label={t('counter.member.results')} aria-live="polite">
          {search.isPending ? <p>{t('loading')}</p> : null}
          {search.error ? <p role="alert">{textOfError(t, search.error)}</p> : null}
          {isNone && !onNone ? <p role="alert">{t('counter.member.none')}</p> : null}
          {found?.map((member) => (
            <MemberRow key={member.id} member={member} onChoose={() => choose(member)} />
          ))}
        </section>
      ) : null}
    </search>
  )
}
