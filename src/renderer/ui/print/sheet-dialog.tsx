import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#renderer/core/locale.ts'
import { type SheetLayout, sheetsOf } from './sheets.calc.ts'
import './sheet-dialog.css'

interface SheetDialogProps<T> {
  title: string
  /** Text beside the buttons: how much is printed. */
  count(sheets: number): string
  printLabel: string
  cells: readonly T[]
  layout: SheetLayout
  /** The content of a cell. */
  cell(of: T): ReactNode
  className: string
  /** What is chosen above the preview. */
  children: ReactNode
  onClose(): void
}

/** A preview of A4 sheets with equal cells, such as QR codes to cut out, and the button that prints them. */
export function SheetDialog<T extends { id: string }>(props: SheetDialogProps<T>) {
  const { title, count, printLabel, cells, layout, cell, className, children, onClose } = props
  const { t } = useText()
  const gridTemplate = `repeat(${layout.rows}, 1fr) / repeat(${layout.columns}, 1fr)`
  const sheets = sheetsOf(cells, layout).map((sheet) => (
    <ul key={sheet[0]?.id} className={`pl-sheet ${className}`} style={{ gridTemplate }}>
      {sheet.map((one) => (
        <li key={one.id}>{cell(one)}</li>
      ))}
    </ul>
  ))
  return (
    <Modal
      open
      width={900}
      style={{ top: 24 }}
      title={title}
      onCancel={onClose}
      footer={
        <>
          <span className="pl-sheet-count">{count(sheets.length)}</span>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" disabled={sheets.length === 0} onClick={() => window.print()}>
            {printLabel}
          </Button>
        </>
      }
    >
      {children}
      <div className="pl-sheet-preview">{sheets}</div>
      {createPortal(<div className="pl-sheet-print">{sheets}</div>, document.body)}
    </Modal>
  )
}
