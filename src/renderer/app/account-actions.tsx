import {
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  LogoutOutlined,
  SafetyOutlined,
  SettingOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { App } from 'antd'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import type { OwnSecret } from '#renderer/features/sign-in/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { Part } from './part.tsx'
import { StoreSwitch } from './store-switch.tsx'

const PasswordDialog = lazy(async () => ({
  default: (await import('#renderer/features/sign-in/index.ts')).PasswordDialog,
}))

/** What a user can do with the own account: spec §2, the user drop-down. */
export function useAccountActions() {
  const platform = usePlatform()
  const { t } = useText()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const isOffline = useSession(({ session }) => session?.offline === true)
  const [shown, setShown] = useState<'store' | OwnSecret | null>(null)
  const close = () => setShown(null)

  const askToLeave = () =>
    modal.confirm({
      title: t('error.title'),
      content: t('user.logoutAsk'),
      okText: t('user.logout'),
      cancelText: t('action.cancel'),
      onOk: async () => {
        await platform.session.signOut().catch(() => useSession.setState({ parting: 'user.logoutFailed' }))
        queryClient.clear()
        await navigate('/user/login')
      },
    })

  const withServer = [
    {
      key: 'center',
      icon: <IdcardOutlined />,
      label: t('own.center'),
      onClick: () => void navigate('/account/center'),
    },
    {
      key: 'settings',
      icon: <SettingOutlined />,
      label: t('own.settings'),
      onClick: () => void navigate('/account/settings/Index'),
    },
    { key: 'password', icon: <LockOutlined />, label: t('own.password'), onClick: () => setShown('login') },
    {
      key: 'refundPassword',
      icon: <SafetyOutlined />,
      label: t('own.refundPassword'),
      onClick: () => setShown('refund'),
    },
    {
      key: 'cashierPassword',
      icon: <KeyOutlined />,
      label: t('own.cashierPassword'),
      onClick: () => setShown('cashier'),
    },
  ]
  return {
    items: [
      ...(isOffline ? [] : withServer),
      { key: 'store', icon: <SwapOutlined />, label: t('user.switchStore'), onClick: () => setShown('store') },
      { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout'), onClick: askToLeave },
    ],
    dialog:
      shown === 'store' ? (
        <StoreSwitch onClose={close} />
      ) : shown ? (
        <Part key={shown} onFailed={close}>
          <PasswordDialog kind={shown} onClose={close} />
        </Part>
      ) : null,
  }
}
