import { Button, InputNumber } from 'antd'
import type { KeyboardEvent } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { formatMinor, type Minor } from '#shared/core/money.ts'
import { changeOf, likelyNotes } from './cash-given.calc.ts'
import './cash-given.css'

interface CashGivenProps {
  /** The id of the input, for its label. */
  id: string
  price: Minor
  given: number | null
  disabled?: boolean
  onChange(given: number | null): void
  onKeyDown?(event: KeyboardEvent): void
}

/** The cash received and the change. */
export function CashGiven({ id, price, given, disabled = false, onChange, onKeyDown }: CashGivenProps) {
  const { t } = useText()
  const change = changeOf(price, given)
  return (
    <>
      <div className="pl-cash-given">
        <InputNumber
          id={id}
          size="large"
          min={0}
          max={1_000_000}
          precision={2}
          placeholder={formatMinor(price)}
          value={given}
          disabled={disabled}
          onChange={onChange}
          onKeyDown={onKeyDown}
        />
        {likelyNotes(price).map((note) => (
          <Button
            key={note}
            size="large"
            disabled={disabled}
            onClick={() => {
              onChange(note)
              // Focus the input: there Enter submits, while on the button it would press the same note again.
              document.getElementById(id)?.focus()
            }}
          >
            {note}
          </Button>
        ))}
      </div>
      <output className={change === null ? 'pl-cash-change pl-cash-short' : 'pl-cash-change'}>
        {change === null
          ? t('cashGiven.short', { amount: formatMinor(price - Math.round((given ?? 0) * 100)) })
          : t('cashGiven.change', { amount: formatMinor(change) })}
      </output>
    </>
  )
}
