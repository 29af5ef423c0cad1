import { App, Descriptions, Modal, Typography } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { BoxAccess } from '#shared/features/gateway/vehicle-boxes.contract.ts'

/** Issues the password of a box, shown only once, or revokes it. */
export function BoxAccessDialog({ deviceId, name, onClose }: { deviceId: string; name: string; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useConfirmation()
  const [isBusy, setBusy] = useState(false)
  const [access, setAccess] = useState<BoxAccess | null>(null)
  const give = async (): Promise<void> => {
    setBusy(true)
    try {
      setAccess((await client.vehicleBoxes.access({ body: { deviceId } })).result)
    } catch (error) {
      void message.error(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  const revoke = () =>
    void ask(t('gateway.revokeAsk', { device: name }), async () => {
      const { message: result } = await client.vehicleBoxes.revoke({ body: { deviceId } })
      onClose()
      return result
    })
  const shown = (text: string) => <Typography.Text copyable>{text}</Typography.Text>
  return (
    <Modal
      open
      title={t('gateway.accessTitle', { device: name })}
      okText={t(access ? 'gateway.done' : 'gateway.give')}
      okButtonProps={{ loading: isBusy }}
      cancelText={t('gateway.revoke')}
      cancelButtonProps={{ danger: true, hidden: access !== null, onClick: revoke }}
      mask={{ closable: access === null }}
      onOk={access ? onClose : () => void give()}
      onCancel={onClose}
    >
      {access ? (
        <>
          <p>{t('gateway.once')}</p>
          <Descriptions
            bordered
            column={1}
            size="small"
            items={[
              { key: 'user', label: t('gateway.username'), children: shown(access.username) },
              { key: 'password', label: t('gateway.password'), children: shown(access.password) },
              { key: 'topic', label: t('gateway.topic'), children: shown(access.topic) },
              {
                key: 'port',
                label: t('gateway.port'),
                children:
                  access.port === null ? t('gateway.ownBroker') : `${access.port} ${access.tls ? 'TLS' : 'TCP'}`,
              },
            ]}
          />
        </>
      ) : (
        <p>{t('gateway.giveHint')}</p>
      )}
    </Modal>
  )
}
