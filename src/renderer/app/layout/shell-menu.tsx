import { Menu, type MenuProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { menuEntryAt, pageAt } from '#renderer/app/menu/menu-paths.calc.ts'
import { sectionsOf } from '#renderer/app/menu/menu-sections.calc.ts'
import type { FramePage } from '#renderer/app/menu/use-menu-entries.tsx'
import { useText } from '#renderer/core/locale.ts'
import { type MenuEntry, useFrame } from '#renderer/ui/layout/frame.ts'

type Items = NonNullable<MenuProps['items']>

interface ShellMenuProps {
  mode: 'inline' | 'horizontal'
  theme: 'dark' | 'light'
  pages: readonly FramePage[]
  isCollapsed?: boolean
  onChosen?: () => void
}

const itemOf = ({ key, label, icon, children }: MenuEntry): Items[number] =>
  children.length > 0 ? { key, label, icon, children: children.map(itemOf) } : { key, label, icon }

const contains = (group: MenuEntry, path: string): boolean =>
  group.children.some((entry) => entry.key === path || contains(entry, path))

/** The groups that contain a page. */
const groupsOf = (entries: readonly MenuEntry[], path: string): string[] =>
  entries.flatMap((entry) => (contains(entry, path) ? [entry.key, ...groupsOf(entry.children, path)] : []))

/** The permitted menu; the groups of the current page are open. */
export function ShellMenu({ mode, theme, pages, isCollapsed = false, onChosen }: ShellMenuProps) {
  const { t } = useText()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { menu } = useFrame()
  const here = pageAt(pages, pathname)?.key ?? pathname
  const [opened, setOpened] = useState<{ at: string; keys: string[] }>({ at: '', keys: [] })
  // Navigation opens the page's groups, and leaves groups open that the user opened.
  const openKeys = opened.at === here ? opened.keys : [...new Set([...opened.keys, ...groupsOf(menu, here)])]

  const choose = (key: string) => {
    const href = menuEntryAt(menu, key)?.href
    if (href) window.open(href, '_blank', 'noopener,noreferrer')
    else void navigate(key)
    onChosen?.()
  }

  // A collapsed or horizontal menu has no room for headings.
  const sections = mode === 'inline' && !isCollapsed ? sectionsOf(menu) : null
  const items: Items = sections
    ? sections.flatMap(
        ({ section, entries }): Items =>
          section === null
            ? entries.map(itemOf)
            : [{ type: 'group', key: section, label: t(`nav.section.${section}`), children: entries.map(itemOf) }],
      )
    : menu.map(itemOf)

  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected entry depends on the page
  useEffect(() => {
    nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' })
  }, [here, menu])

  return (
    <nav ref={nav} aria-label={t('nav.main')} className="pl-menu">
      <Menu
        mode={mode}
        theme={theme}
        inlineIndent={16}
        items={items}
        selectedKeys={[here]}
        // A collapsed or horizontal menu shows groups as pop-ups and closes them itself.
        {...(mode === 'inline' && !isCollapsed
          ? { openKeys, onOpenChange: (keys: string[]) => setOpened({ at: here, keys }) }
          : {})}
        onClick={({ key }) => choose(key)}
      />
    </nav>
  )
}
