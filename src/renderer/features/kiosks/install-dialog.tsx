import { Button } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { SecretDialog } from '#renderer/ui/dialog/secret-dialog.tsx'

/** Shows the address of a kiosk; it is shown only once. */
export function InstallDialog({ name, address, onClose }: { name: string; address: string; onClose(): void }) {
  const { t } = useText()
  return (
    <SecretDialog
      title={t('kiosk.installTitle', { name })}
      hint={t('kiosk.installHint')}
      secret={address}
      action={
        <Button key="open" onClick={() => window.open(address, '_blank', 'noopener')}>
          {t('kiosk.openHere')}
        </Button>
      }
      onClose={onClose}
    />
  )
}
