import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'

interface ChooserInputProps {
  /** Names of what is chosen. */
  shown: string
  icon: ReactNode
  id?: string
  label?: string
  placeholder?: string
  onOpen(): void
  onClear(): void
}

/** A read-only field that opens a dialog to choose in, with an icon that clears it (spec §2, department picker). */
export function ChooserInput({ shown, icon, id, label, placeholder, onOpen, onClear }: ChooserInputProps) {
  const { t } = useText()
  return (
    <Input
      id={id}
      readOnly
      value={shown}
      title={shown}
      aria-label={label}
      placeholder={placeholder ?? t('tree.choose')}
      suffix={icon}
      allowClear
      onClick={(event) => {
        // The clear icon is inside the field.
        if (event.target instanceof HTMLInputElement) onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
      onChange={(event) => {
        if (event.target.value === '') onClear()
      }}
    />
  )
}
