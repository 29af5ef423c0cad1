import { MenuOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { type MenuEntry, useFrame } from '#renderer/ui/layout/frame.ts'

type Items = NonNullable<MenuProps['items']>

/** With more pages than this, the menu shows them in groups. */
const MAX_FLAT_ENTRIES = 12

/** The menu with all other pages. */
export function StripMenu() {
  const { t } = useText()
  const navigate = useNavigate()
  const { pages, menu, account } = useFrame()
  const open = (key: string) => () => void navigate(key)
  const itemOf = ({ key, label, icon, href, children }: MenuEntry): Items[number] => {
    if (children.length > 0) return { key, label, icon, children: children.map(itemOf) }
    const onClick = href ? () => void window.open(href, '_blank', 'noopener,noreferrer') : open(key)
    return { key, label, icon, onClick }
  }
  const pageItems: Items =
    pages.length > MAX_FLAT_ENTRIES
      ? menu.map(itemOf)
      : pages.map(({ key, label, icon }) => ({ key, label, icon, onClick: open(key) }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        style: { maxHeight: 'calc(100vh - 64px)', overflowY: 'auto' },
        items: [...pageItems, { type: 'divider', key: 'line' }, ...account.map((entry) => ({ ...entry }))],
      }}
    >
      <Button type="text" icon={<MenuOutlined />} aria-label={t('nav.menu')} />
    </Dropdown>
  )
}
