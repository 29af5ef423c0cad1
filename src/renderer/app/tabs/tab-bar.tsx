import { CloseOutlined, MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tabs } from 'antd'
import type { SyntheticEvent } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { CloseWhich } from './tabs.calc.ts'

interface TabBarProps {
  tabs: readonly { path: string; name: string }[]
  shown: string | undefined
  onOpen(path: string): void
  onClose(path: string): void
  onChoose(path: string, what: 'refresh' | CloseWhich): void
}

/** The path of an event's tab; null outside tabs. */
const tabOf = ({ target }: SyntheticEvent): string | null =>
  (target instanceof Element && target.closest('[data-node-key]')?.getAttribute('data-node-key')) || null

/** The bar of open pages: a tab is closed by its icon, the middle mouse button or Delete; other actions are in its context menu. */
export function TabBar({ tabs, shown, onOpen, onClose, onChoose }: TabBarProps) {
  const { t } = useText()
  const menuOf = (path: string) => ({
    items: [
      { key: 'refresh', label: t('tabs.refresh') },
      { key: 'left', label: t('tabs.closeLeft') },
      { key: 'right', label: t('tabs.closeRight') },
      { key: 'others', label: t('tabs.closeOthers') },
    ],
    onClick: ({ key }: { key: string }) => onChoose(path, key as 'refresh' | CloseWhich),
  })
  const closeAt = (event: SyntheticEvent) => {
    const path = tabOf(event)
    if (path) onClose(path)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tabs inside take the focus and the keys
    <div
      className="pl-tabs"
      onAuxClick={(event) => {
        if (event.button === 1) closeAt(event)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Delete') closeAt(event)
      }}
    >
      <Tabs
        type="card"
        size="small"
        aria-label={t('tabs.label')}
        activeKey={shown ?? ''}
        onChange={onOpen}
        items={tabs.map(({ path, name }) => ({
          key: path,
          label: (
            <>
              <Dropdown trigger={['contextMenu']} menu={menuOf(path)}>
                <span>{name}</span>
              </Dropdown>
              {/* For pointers only: a tablist may contain only tabs. */}
              <CloseOutlined
                className="pl-tab-close"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation()
                  onClose(path)
                }}
              />
            </>
          ),
        }))}
      />
      {/* The context menu of the current tab as a button, for touch and keyboard. */}
      {shown ? (
        <Dropdown trigger={['click']} placement="bottomRight" menu={menuOf(shown)}>
          <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('tabs.menu')} title={t('tabs.menu')} />
        </Dropdown>
      ) : null}
    </div>
  )
}
