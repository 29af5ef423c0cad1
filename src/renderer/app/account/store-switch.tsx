import { useQuery } from '@tanstack/react-query'
import { Alert, App, Modal, Select, Skeleton, Tooltip } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { storeNameOf, useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'

interface StoreSwitchProps {
  /** The session's store is gone or closed: only another store or a sign-out closes the dialog. */
  mustChoose?: boolean
  onLeave(): void
  onClose(): void
}

/** Changes the session's store; the current one is preselected (spec §4). */
export function StoreSwitch({ mustChoose = false, onLeave, onClose }: StoreSwitchProps) {
  const platform = usePlatform()
  const { t } = useText()
  const { message } = App.useApp()
  const [picked, setPicked] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const present = useSession(({ session }) => storeNameOf(session))
  const [failure, setFailure] = useState<unknown>(null)
  const stores = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
  })
  const list = stores.data?.list ?? []
  const only = list.length === 1 ? list[0]?.orgCode : undefined
  const chosen = picked ?? (stores.data?.orgCode || only || null)

  const confirm = async () => {
    if (!chosen) return
    setBusy(true)
    setFailure(null)
    try {
      await platform.session.selectStore(chosen)
      queryClient.clear()
      void message.success(t('user.storeSwitched', { store: list.find((one) => one.orgCode === chosen)?.departName }))
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  const problem = failure ?? stores.error
  return (
    <Modal
      open
      width={450}
      title={t('user.switchStore')}
      okText={t('action.confirm')}
      cancelText={mustChoose ? t('user.logout') : t('action.cancel')}
      // A cached list may still contain a removed store.
      okButtonProps={{ disabled: !chosen || stores.isFetching, loading: isBusy }}
      onOk={confirm}
      closable={!mustChoose}
      keyboard={!mustChoose}
      mask={{ closable: !mustChoose }}
      onCancel={mustChoose ? onLeave : onClose}
    >
      {mustChoose ? (
        <Alert type="warning" showIcon title={t('store.lost', { store: present })} style={{ marginBottom: 12 }} />
      ) : null}
      {problem ? <Alert type="error" showIcon title={textOfError(t, problem)} style={{ marginBottom: 12 }} /> : null}
      {stores.isPending ? <Skeleton active paragraph={{ rows: 1 }} /> : null}
      {stores.data && list.length === 0 ? <Alert type="warning" showIcon title={t('store.none')} /> : null}
      {list.length > 0 ? (
        <Tooltip title={list.length > 1 ? t('store.chooseHint') : ''}>
          <Select
            aria-label={t('store.label')}
            placeholder={t('store.choose')}
            style={{ width: '100%' }}
            value={chosen}
            onChange={setPicked}
            showSearch={{ optionFilterProp: 'label' }}
            options={list.map((one) => ({ value: one.orgCode, label: one.departName }))}
          />
        </Tooltip>
      ) : null}
    </Modal>
  )
}
