import { z } from 'zod'

/** The colours that can be chosen; each is readable below white text (WCAG AA). */
export const themeColors = {
  violet: '#3b2f8f',
  blue: '#1452b8',
  teal: '#0b6467',
  green: '#17733f',
  magenta: '#97196a',
  red: '#b3261e',
  brown: '#8f4600',
  slate: '#3c4257',
} as const
export type ThemeColor = keyof typeof themeColors

/**
 * The settings drawer of spec §2 with its defaults: pages are light, the side menu dark. A stored value that is none
 * any more falls back to its default, the others stay.
 */
const LayoutSettings = z.object({
  /** Light or dark; or as the computer has it, which is light unless somebody chose otherwise (spec §2). */
  look: z.enum(['system', 'light', 'dark']).catch('system'),
  navTheme: z.enum(['dark', 'light']).catch('dark'),
  color: z.enum(Object.keys(themeColors) as [ThemeColor, ...ThemeColor[]]).catch('violet'),
  navigation: z.enum(['side', 'top']).catch('side'),
  contentWidth: z.enum(['fixed', 'fluid']).catch('fixed'),
  fixedHeader: z.boolean().catch(true),
  hideHeader: z.boolean().catch(false),
  fixedSider: z.boolean().catch(true),
  colorWeak: z.boolean().catch(false),
  multiTab: z.boolean().catch(false),
})
export type LayoutSettings = z.infer<typeof LayoutSettings>

export const layoutSettingsOf = (stored: unknown): LayoutSettings =>
  LayoutSettings.parse(typeof stored === 'object' && stored !== null ? stored : {})

export interface Layout {
  /** Where the menu is: in a drawer on a phone, whatever was chosen. */
  menu: 'side' | 'top' | 'drawer'
  isHeaderFixed: boolean
  canHideHeader: boolean
  isSiderFixed: boolean
  /** Whether the content keeps a readable width in the middle; beside a side menu it always fills the rest. */
  isNarrowed: boolean
  startsCollapsed: boolean
}

/** What the settings mean at a width of the window: options that need another one count only with it (spec §2). */
export function layoutAt(settings: LayoutSettings, width: 'phone' | 'tablet' | 'desktop'): Layout {
  const menu = width === 'phone' ? 'drawer' : settings.navigation
  return {
    menu,
    isHeaderFixed: settings.fixedHeader,
    canHideHeader: settings.fixedHeader && settings.hideHeader,
    isSiderFixed: menu === 'side' && settings.fixedSider,
    isNarrowed: menu === 'top' && settings.contentWidth === 'fixed',
    startsCollapsed: width === 'tablet',
  }
}
