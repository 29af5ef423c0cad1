import { LogoutOutlined, SwapOutlined, UserOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFrame } from '#renderer/ui/frame.ts'
import { StoreSwitch } from './store-switch.tsx'

/** What a user can do with the own account: switch the store, sign out after a confirmation (spec §2). */
export function useAccountActions() {
  const platform = usePlatform()
  const { t } = useText()
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const [isSwitching, setSwitching] = useState(false)

  const askToLeave = () =>
    modal.confirm({
      title: t('error.title'),
      content: t('user.logoutAsk'),
      okText: t('user.logout'),
      cancelText: t('action.cancel'),
      onOk: async () => {
        await platform.session.signOut()
        queryClient.clear()
        await navigate('/')
      },
    })

  return {
    items: [
      { key: 'store', icon: <SwapOutlined />, label: t('user.switchStore'), onClick: () => setSwitching(true) },
      { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout'), onClick: askToLeave },
    ],
    dialog: isSwitching ? <StoreSwitch onClose={() => setSwitching(false)} /> : null,
  }
}

export function UserMenu() {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const user = useSession(({ session }) => session?.userInfo)
  const { account } = useFrame()
  return (
    <Dropdown trigger={['click']} menu={{ items: account.map((entry) => ({ ...entry })) }}>
      <Button type="text" icon={<UserOutlined />} aria-label={t('user.menu')}>
        {isPhone ? null : (user?.realname ?? '')}
      </Button>
    </Dropdown>
  )
}
