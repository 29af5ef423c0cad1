import { Form, InputNumber } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { formatMinor, fromMinor } from '#shared/core/money.ts'
import { DENOMINATIONS, type Pieces, worthOf } from './denominations.calc.ts'

/** Counts a drawer by denomination and writes the total to the form field; Enter goes to the next one. */
export function Denominations({ field }: { field: string }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const [pieces, setPieces] = useState<Pieces>({})
  const id = useId()
  const inputId = (index: number) => `${id}-${index}`
  const change = (denomination: number, count: number | null) => {
    const next = { ...pieces, [denomination]: count }
    setPieces(next)
    form.setFieldValue(field, fromMinor(worthOf(next)))
  }
  const goOn = (event: KeyboardEvent, index: number) => {
    const next = document.getElementById(inputId(index + 1))
    // After the last one, Enter submits the dialog.
    if (event.key !== 'Enter' || !next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <details className="pl-notes">
      <summary>{t('shift.byNotes')}</summary>
      <ul>
        {DENOMINATIONS.map((denomination, index) => (
          <li key={denomination}>
            <label htmlFor={inputId(index)}>{formatMinor(denomination)} ×</label>
            <InputNumber
              id={inputId(index)}
              min={0}
              max={99_999}
              precision={0}
              inputMode="numeric"
              autoComplete="off"
              value={pieces[denomination] ?? null}
              onChange={(count) => change(denomination, count)}
              onKeyDown={(event) => goOn(event, index)}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
