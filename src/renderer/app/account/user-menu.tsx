import { UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'

export function UserMenu() {
  const { t } = useText()
  const isNarrow = useNarrow(1088)
  const user = useSession(({ session }) => session?.userInfo)
  const { account } = useFrame()
  return (
    <Dropdown trigger={['click']} menu={{ items: account.map((entry) => ({ ...entry })) }}>
      <Button
        type="text"
        icon={user?.avatar ? <PersonPicture avatar={user.avatar} name={user.realname} size={24} /> : <UserOutlined />}
        // The accessible name contains the visible text, for voice control.
        aria-label={`${t('user.menu')} ${isNarrow ? '' : (user?.realname ?? '')}`.trim()}
      >
        {isNarrow ? null : (user?.realname ?? '')}
      </Button>
    </Dropdown>
  )
}
