import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { writeField } from '#renderer/core/wedge/field-memory.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { MemberRow } from './member-row.tsx'
import './member-search.css'

/** Searching starts automatically above 4 characters (spec §9). */
const AUTO_SEARCH_ABOVE = 4
const PAUSE_MS = 250

export const MEMBER_SEARCH_ID = 'member-search'

/** Starts a search with typed characters, or continues the current one, and focuses its field. */
export function searchMember(text: string): void {
  const field = document.getElementById(MEMBER_SEARCH_ID)
  if (!(field instanceof HTMLInputElement)) return
  const before = document.activeElement === field ? field.value : ''
  field.focus()
  writeField(field, before + text)
}

interface MemberSearchProps {
  onChoose(member: Member): void
  /** Called when no member is found; then the list shows nothing. */
  onNone?: (wasAsked: boolean) => void
  /** Called with the text; while it is not empty, another guest is being looked up. */
  onText?: (text: string) => void
  autoFocus?: boolean
  id?: string
}

/** Finds a member by card number, phone or name; Enter takes the first match. */
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
  const query = text.trim()
  useFocusOnOpen(() => input.current?.input, autoFocus)

  useEffect(() => onText?.(query), [onText, query])

  useEffect(() => {
    if (query.length <= AUTO_SEARCH_ABOVE) return
    const timer = setTimeout(() => setKeyword(query), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query])

  const isAsked = keyword !== '' && keyword === query
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported once for each answer
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
    if (event.key === 'Enter' && query !== '') {
      event.preventDefault()
      if (first) return choose(first)
      setKeyword(query)
      setWantsFirst(true)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      list.current?.querySelector('button')?.focus()
    } else if (event.key === 'Escape') {
      // Esc in an empty field is left to the dialog or the counter.
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
