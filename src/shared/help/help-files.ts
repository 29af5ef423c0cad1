import type { Locale } from '#shared/i18n/locale.ts'

/** A help file beside its slice: `…/features/<slice>/help/<name>.<locale>.md`, or `…/app/help/` for pages of the frame. */
export interface HelpFile {
  slice: string
  name: string
  locale: Locale
}

const HELP_FILE = /(?:features\/)?([a-z0-9-]+)\/help\/([a-z0-9-]+)\.(zh|en)\.md$/

/** What a path says about a help file; null for any other path. */
export function helpFileOf(path: string): HelpFile | null {
  const [, slice, name, locale] = HELP_FILE.exec(path) ?? []
  return slice && name ? { slice, name, locale: locale === 'en' ? 'en' : 'zh' } : null
}

/**
 * The name of a page's help: the last part of its component key, as a file name (`queue/SysQueue` → `sys-queue`). An `Index` is named
 * by the two parts before it (`account/center/Index` → `account-center`).
 */
export function helpNameOf(component: string): string {
  const parts = component.split('/')
  const name = parts.at(-1) === 'Index' ? parts.slice(-3, -1).join('-') : (parts.at(-1) ?? '')
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
}
