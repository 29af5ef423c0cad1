import { Modal } from 'antd'
import './keys-dialog.css'

interface KeysDialogProps {
  title: string
  /** Each key, and what it does. */
  rows: readonly (readonly [key: string, text: string])[]
  onClose(): void
}

/** The keys of a screen, opened by `?`. */
export function KeysDialog({ title, rows, onClose }: KeysDialogProps) {
  return (
    <Modal open width={420} title={title} footer={null} onCancel={onClose}>
      <dl className="pl-keys">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
