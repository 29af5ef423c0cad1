import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { ChooserInput } from './chooser-input.tsx'

/** The form control props of a picker: the selected id. */
export interface ChosenProps {
  value?: string | undefined
  onChange?(id: string | undefined): void
  id?: string
  label?: string
  placeholder?: string
  /** Shown where the selected row no longer exists. */
  missingText?: string
}

interface PickerFieldProps<R extends { id: string }> extends ChosenProps {
  /** The picker's name, for its cached answers. */
  name: string
  nameOf(row: R): string
  /** Reads rows by their ids, joined by commas with one more at the end (spec §7, pickers). */
  restore(ids: string, count: number): Promise<R[]>
  /** The picker, while it is open. */
  dialog(chosen: R[], confirm: (rows: R[]) => void, close: () => void): ReactNode
}

/** A field that shows the selection by name and opens a picker. */
export function PickerField<R extends { id: string }>(props: PickerFieldProps<R>) {
  const { name, value, onChange, missingText, nameOf, restore, dialog, ...input } = props
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const [picked, setPicked] = useState<R | null>(null)
  const isKnown = picked !== null && picked.id === value
  const restored = useQuery({
    queryKey: ['picked', name, value],
    queryFn: () => restore(`${value},`, 1),
    enabled: value !== undefined && value !== '' && !isKnown,
  })
  const chosen = isKnown ? [picked] : value ? (restored.data ?? []) : []
  // An id without a row stays selected, and can be cleared.
  const unnamed = missingText ?? t(restored.isPending ? 'loading' : 'picker.gone')
  const shown = chosen.length > 0 ? chosen.map(nameOf).join(', ') : unnamed
  return (
    <>
      <ChooserInput
        {...input}
        shown={value ? shown : ''}
        icon={<SearchOutlined />}
        onOpen={() => setOpen(true)}
        onClear={() => onChange?.(undefined)}
      />
      {isOpen
        ? dialog(
            chosen,
            (rows) => {
              setPicked(rows[0] ?? null)
              onChange?.(rows[0]?.id)
              setOpen(false)
            },
            () => setOpen(false),
          )
        : null}
    </>
  )
}
