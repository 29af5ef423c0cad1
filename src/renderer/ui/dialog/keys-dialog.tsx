import { Modal } from 'antd'
import './keys-dialog.css'

interface KeysDialogProps {
  title: string
  /** Each key and its description. */
  rows: readonly (readonly [key: string, text: string])[]
  onClose(): void
}

/** The most rows that fit in one column on a screen 768 px high. */
const MOST_ROWS = 14

/** The shortcuts of a screen, opened by `?`. */
export function KeysDialog({ title, rows, onClose }: KeysDialogProps) {
  const isLong = rows.length > MOST_ROWS
  return (
    <Modal open centered={isLong} width={isLong ? 860 : 420} title={title} footer={null} onCancel={onClose}>
      <dl className={isLong ? 'pl-keys pl-keys-long' : 'pl-keys'}>
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
