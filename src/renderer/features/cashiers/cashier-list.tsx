import { LockOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { Cashier } from '#shared/features/sessions/consume.contract.ts'
import { cashiersLike, columnsOf, nextTile } from './cashiers.calc.ts'

const SEARCH_ID = 'cashier-search'

interface CashierListProps {
  cashiers: Cashier[]
  /** The current cashier and the signed-in user. */
  chosen: string
  self: string
  onPick(cashier: Cashier): void
}

/** The cashiers of the store as large tiles. Typing filters them, Enter selects the first, arrow keys move. */
export function CashierList({ cashiers, chosen, self, onPick }: CashierListProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const tiles = useRef<HTMLDivElement>(null)
  useFocusOnOpen(() => document.getElementById(SEARCH_ID))
  const found = cashiersLike(cashiers, text)

  const move = (event: KeyboardEvent) => {
    const all = [...(tiles.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const next = nextTile(event.key, at, all.length, columnsOf(all.map((one) => one.offsetTop)))
    if (next === null) return
    event.preventDefault()
    if (next < 0) document.getElementById(SEARCH_ID)?.focus()
    else all[next]?.focus()
  }
  return (
    <section aria-label={t('cashier.choose')} onKeyDown={move}>
      <Input
        id={SEARCH_ID}
        aria-label={t('cashier.search')}
        placeholder={t('cashier.search')}
        value={text}
        maxLength={32}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => found[0] && onPick(found[0])}
      />
      {found.length === 0 ? <EmptyBlock title={t('cashier.nobody')} hint={t('cashier.nobodyHint')} /> : null}
      <div className="pl-cashiers-tiles" ref={tiles}>
        {found.map((one) => (
          <button key={one.id} type="button" aria-pressed={one.id === chosen} onClick={() => onPick(one)}>
            <strong>{one.realname}</strong>
            <span>{[t(`identity.${one.identity}`), one.phone].filter(Boolean).join(' · ')}</span>
            <small>
              {one.id === self ? t('cashier.self') : null}
              {one.havePassword === 'YES' && one.id !== self ? (
                <>
                  <LockOutlined aria-hidden="true" /> {t('cashier.secret')}
                </>
              ) : null}
            </small>
          </button>
        ))}
      </div>
    </section>
  )
}
