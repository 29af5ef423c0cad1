import { CloseCircleFilled } from '@ant-design/icons'
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import './chooser-input.css'

interface ChooserInputProps {
  /** The names of the selected items. */
  shown: string
  icon: ReactNode
  id?: string
  label?: string
  placeholder?: string
  onOpen(): void
  onClear(): void
}

/**
 * A read-only field that opens a picker dialog, with an icon that clears it (spec §2, department picker). Ant Design shows no
 * clear icon in a read-only field, so this draws its own. Delete clears it too.
 */
export function ChooserInput({ shown, icon, id, label, placeholder, onOpen, onClear }: ChooserInputProps) {
  const { t } = useText()
  const clear = (
    <button
      type="button"
      className="pl-chooser-clear"
      // The keyboard clears with Delete, so that each field has one tab stop.
      tabIndex={-1}
      aria-label={t('action.clear')}
      onClick={(event) => {
        event.stopPropagation()
        onClear()
      }}
    >
      <CloseCircleFilled aria-hidden="true" />
    </button>
  )
  return (
    <Input
      id={id}
      readOnly
      className="pl-chooser"
      value={shown}
      title={shown}
      aria-label={label}
      placeholder={placeholder ?? t('tree.choose')}
      suffix={
        <>
          {shown === '' ? null : clear}
          {icon}
        </>
      }
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key === 'Delete' || event.key === 'Backspace') onClear()
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen()
      }}
    />
  )
}
