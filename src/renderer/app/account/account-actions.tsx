import {
  IdcardOutlined,
  KeyOutlined,
  LockFilled,
  LockOutlined,
  LogoutOutlined,
  SafetyOutlined,
  ScanOutlined,
  SettingOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { Part } from '#renderer/app/part.tsx'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { BadgeDialog } from '#renderer/features/lock/index.ts'
import type { OwnSecret } from '#renderer/features/sign-in/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { LockPort } from '#renderer/platform/platform.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { StoreSwitch } from './store-switch.tsx'

const PasswordDialog = lazy(async () => ({
  default: (await import('#renderer/features/sign-in/index.ts')).PasswordDialog,
}))

/** The account actions of the user drop-down (spec §2). */
export function useAccountActions() {
  const platform = usePlatform()
  const { t } = useText()
  const ask = useQuestion()
  const navigate = useNavigate()
  const isOffline = useSession(({ session }) => session?.offline === true)
  const isStoreLost = useSession((state) => state.isStoreLost)
  const [shown, setShown] = useState<'store' | 'badge' | OwnSecret | null>(null)
  const { lock } = platform
  const close = () => setShown(null)

  const askToLeave = () =>
    ask({
      title: t('error.title'),
      content: t('user.logoutAsk'),
      ok: t('user.logout'),
      onOk: async () => {
        await platform.session.signOut().catch(() => useSession.setState({ parting: 'user.logoutFailed' }))
        queryClient.clear()
        await navigate('/user/login')
      },
    })

  const atTerminal = (own: LockPort) => [
    { key: 'badge', icon: <ScanOutlined />, label: t('badge.own'), onClick: () => setShown('badge') },
    { key: 'lock', icon: <LockFilled />, label: t('lock.lock'), onClick: () => void own.lock() },
  ]
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
      ...(lock ? atTerminal(lock) : []),
      { key: 'store', icon: <SwapOutlined />, label: t('user.switchStore'), onClick: () => setShown('store') },
      { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout'), onClick: askToLeave },
    ],
    dialog: isStoreLost ? (
      <StoreSwitch mustChoose onLeave={askToLeave} onClose={() => useSession.setState({ isStoreLost: false })} />
    ) : shown === 'store' ? (
      <StoreSwitch onLeave={askToLeave} onClose={close} />
    ) : shown === 'badge' ? (
      lock ? (
        <BadgeDialog lock={lock} onClose={close} />
      ) : null
    ) : shown ? (
      <Part key={shown} onFailed={close}>
        <PasswordDialog kind={shown} onClose={close} />
      </Part>
    ) : null,
  }
}
