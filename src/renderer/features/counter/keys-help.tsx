import { Modal } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import './keys-help.css'

/** The keys of the counter, opened by `?`. */
export function KeysHelp({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const rows = [
    ['F1 /', t('keys.member')],
    ['F2', t('keys.repeat')],
    ['1 … 9', t('keys.rule')],
    [t('keys.arrows'), t('keys.vehicle')],
    ['T', t('keys.type')],
    ['+ −', t('keys.people')],
    ['M', t('keys.mode')],
    ['R', t('keys.racer')],
    ['F5', t('keys.start')],
    ['F7', t('keys.hung')],
    ['F9', t('keys.reprint')],
    ['Esc', t('keys.clear')],
    ['?', t('keys.help')],
  ]
  return (
    <Modal open width={420} title={t('counter.keys')} footer={null} onCancel={onClose}>
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
