import { App, Button, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'

interface SecretDialogProps {
  title: string
  hint: string
  secret: string
  /** A further button, before the one that copies. */
  action?: ReactNode
  onClose(): void
}

/** Shows a secret that can be read only now, with a button that copies it. */
export function SecretDialog({ title, hint, secret, action, onClose }: SecretDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => void message.success(t('secret.copied')),
      (error: unknown) => void message.error(textOfError(t, error)),
    )
  return (
    <Modal
      open
      title={title}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('action.close')}
        </Button>,
        action,
        <Button key="copy" type="primary" onClick={() => void copy()}>
          {t('secret.copy')}
        </Button>,
      ]}
    >
      <p>{hint}</p>
      <Input.TextArea readOnly autoSize value={secret} aria-label={title} />
    </Modal>
  )
}
