import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { moved } from './order.calc.ts'
import './order-dialog.css'

interface Ordered {
  id: string
  label: string
  hint?: string
}

interface OrderDialogProps {
  title: string
  rows: readonly Ordered[]
  /** Saves the order; an error is shown, and the new order stays in the dialog. */
  onSave(ids: string[]): Promise<void>
  onClose(): void
}

/** Reorders rows by dragging, by Alt and an arrow key, or by a row's arrow buttons. */
export function OrderDialog({ title, rows, onSave, onClose }: OrderDialogProps) {
  const { t } = useText()
  const [order, setOrder] = useState(rows)
  const [dragged, setDragged] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const list = useRef<HTMLOListElement>(null)

  const move = (id: string, to: number) => {
    const next = moved(order, id, to)
    if (next === order) return
    setOrder(next)
    const at = next.findIndex((row) => row.id === id)
    setAnnouncement(t('order.movedTo', { name: next[at]?.label ?? '', place: at + 1, count: next.length }))
  }
  const handleKey = (event: KeyboardEvent, id: string, at: number) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const to = at + (event.key === 'ArrowUp' ? -1 : 1)
    if (event.altKey) move(id, to)
    else list.current?.querySelectorAll<HTMLElement>('li')[to]?.focus()
  }
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onSave(order.map(({ id }) => id))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      width={520}
      style={{ top: 24 }}
      styles={{ body: { maxHeight: 'calc(100vh - 168px)', overflowY: 'auto' } }}
      title={title}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ loading: isBusy, disabled: order === rows }}
      onOk={() => void save()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p className="pl-order-hint">{t('order.hint')}</p>
      <ol className="pl-order" ref={list}>
        {order.map(({ id, label, hint }, at) => (
          <li
            key={id}
            className={dragged === id ? 'pl-order-dragged' : ''}
            draggable
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a row is moved by Alt and an arrow key
            tabIndex={0}
            aria-label={t('order.row', { name: label, place: at + 1 })}
            onKeyDown={(event) => handleKey(event, id, at)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', id)
              setDragged(id)
            }}
            onDragEnter={() => dragged && move(dragged, at)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <HolderOutlined aria-hidden="true" />
            <span className="pl-order-place">{at + 1}</span>
            <span className="pl-order-name">
              {label}
              {hint ? <small>{hint}</small> : null}
            </span>
            <Button
              type="text"
              tabIndex={-1}
              icon={<ArrowUpOutlined />}
              aria-label={t('order.up', { name: label })}
              disabled={at === 0}
              onClick={() => move(id, at - 1)}
            />
            <Button
              type="text"
              tabIndex={-1}
              icon={<ArrowDownOutlined />}
              aria-label={t('order.down', { name: label })}
              disabled={at === order.length - 1}
              onClick={() => move(id, at + 1)}
            />
          </li>
        ))}
      </ol>
      <output className="pl-order-announced" aria-live="polite">
        {announcement}
      </output>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
