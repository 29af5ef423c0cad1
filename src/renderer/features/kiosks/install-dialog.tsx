import { App, Button, Input, Modal } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'

/** Shows the address of a kiosk; it is shown only once. */
export function InstallDialog({ name, address, onClose }: { name: string; address: string; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void message.success(t('kiosk.copied')),
      (error: unknown) => void message.error(textOfError(t, error)),
    )
  return (
    <Modal
      open
      title={t('kiosk.installTitle', { name })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.close')}
        </Button>,
        <Button key="open" onClick={() => window.open(address, '_blank', 'noopener')}>
          {t('kiosk.openHere')}
        </Button>,
        <Button key="copy" type="primary" onClick={() => void copy()}>
          {t('kiosk.copy')}
        </Button>,
      ]}
    >
      <p>{t('kiosk.installHint')}</p>
      <Input.TextArea readOnly autoSize value={address} aria-label={t('kiosk.installTitle', { name })} />
    </Modal>
  )
}
