import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { MenuEntry } from '#server/core/manifest.ts'
import { collect } from '#server/core/registry.ts'
import { slices } from '#server/slices.ts'
import { helpNameOf } from '#shared/help/help-files.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { titleOf } from './markdown.ts'

const root = join(import.meta.dirname, '..', '..')

export interface HelpFile {
  name: string
  locale: Locale
  /** From the project's root. */
  path: string
}

/** The help texts of the screens. */
export function helpFiles(): HelpFile[] {
  return globSync('src/renderer/**/help/*.{zh,en}.md', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const [name = '', locale] = basename(path).split('.')
      return { name, locale: locale as Locale, path }
    })
}

const WORDS = {
  zh: {
    title: '屏幕说明',
    intro:
      '每个菜单页面的说明，与软件里按 `?` 打开的帮助相同。按菜单排列；括号里是默认能看到这个菜单的角色，管理员可以改。',
    others: '其他屏幕',
    administrator: '平台管理员',
    all: '所有人',
  },
  en: {
    title: 'Screens',
    intro:
      'What each page of the menu is for: the same text as the help that `?` opens beside the page. In the order of the menu; in brackets the roles that see it at first, which administrators may change.',
    others: 'Other screens',
    administrator: 'platform administrator',
    all: 'everybody',
  },
} satisfies Record<Locale, unknown>

const ROLES: Record<string, Record<Locale, string>> = {
  hq: { zh: '总部', en: 'headquarters' },
  manager: { zh: '店长', en: 'manager' },
  coach: { zh: '教练', en: 'coach' },
  cashier: { zh: '收银员', en: 'cashier' },
  partner: { zh: '合作方', en: 'partner' },
}

const rolesOf = (menu: MenuEntry, locale: Locale): string => {
  if (menu.roles.length === 0) return WORDS[locale].administrator
  return menu.roles.map((role) => ROLES[role]?.[locale] ?? role).join(locale === 'zh' ? '、' : ', ')
}

export interface ScreenGroup {
  title: string
  names: string[]
}

/** The help texts in the order of the menu, and their index page. */
export function screensIn(locale: Locale): { index: string; groups: ScreenGroup[] } {
  const words = WORDS[locale]
  const titles = new Map(
    helpFiles()
      .filter((file) => file.locale === locale)
      .map(({ name, path }) => [name, titleOf(readFileSync(join(root, path), 'utf8'))]),
  )
  const { menus } = collect(slices)
  const shown = new Set<string>()
  const groups: ScreenGroup[] = []
  const lines: string[] = []
  const tops = menus.filter(({ parent }) => parent === undefined)
  for (const top of tops) {
    const own = menus.filter((menu) => menu === top || isBelow(menu, top, menus))
    const pages = own.filter((menu) => titles.has(helpNameOf(menu.component)) && !shown.has(helpNameOf(menu.component)))
    if (pages.length === 0) continue
    const title = text(locale, top.title)
    lines.push(`## ${title}\n`)
    for (const menu of pages) {
      const name = helpNameOf(menu.component)
      shown.add(name)
      lines.push(`- [${text(locale, menu.title)}](./${name}.md) (${rolesOf(menu, locale)})`)
    }
    lines.push('')
    groups.push({ title, names: pages.map((menu) => helpNameOf(menu.component)) })
  }
  const others = [...titles.keys()].filter((name) => !shown.has(name))
  if (others.length > 0) {
    lines.push(`## ${words.others}\n`, ...others.map((name) => `- [${titles.get(name)}](./${name}.md)`), '')
    groups.push({ title: words.others, names: others })
  }
  return { index: `# ${words.title}\n\n${words.intro}\n\n${lines.join('\n')}`, groups }
}

function isBelow(menu: MenuEntry, top: MenuEntry, menus: readonly MenuEntry[]): boolean {
  if (menu.parent === top.id) return true
  const parent = menus.find(({ id }) => id === menu.parent)
  return parent !== undefined && isBelow(parent, top, menus)
}
