/** The selectable primary colours; each is readable below white text (WCAG AA). */
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

/** The choices of each setting in the settings drawer (spec §2), the default first. */
const choices = {
  /** Light, dark, or the operating system's choice (spec §2). */
  look: ['system', 'light', 'dark'],
  navTheme: ['dark', 'light'],
  color: Object.keys(themeColors) as ThemeColor[],
  navigation: ['side', 'top'],
  contentWidth: ['fixed', 'fluid'],
  fixedHeader: [true, false],
  hideHeader: [false, true],
  fixedSider: [true, false],
  colorWeak: [false, true],
  multiTab: [false, true],
} as const

type Choices = typeof choices
export type LayoutSettings = { -readonly [K in keyof Choices]: Choices[K][number] }

/** Reads stored settings; an invalid value falls back to its default, the others stay. */
export function layoutSettingsOf(stored: unknown): LayoutSettings {
  const given = new Map(Object.entries(typeof stored === 'object' && stored !== null ? stored : {}))
  const chosen = Object.entries<readonly unknown[]>(choices).map(([name, values]) => [
    name,
    values.includes(given.get(name)) ? given.get(name) : values[0],
  ])
  // Safe: each value is one of the setting's choices.
  return Object.fromEntries(chosen) as LayoutSettings
}

export interface Layout {
  /** The position of the menu; on a phone always a drawer. */
  menu: 'side' | 'top' | 'drawer'
  isHeaderFixed: boolean
  canHideHeader: boolean
  isSiderFixed: boolean
  /** Whether the content has a limited width in the middle; next to a side menu it always fills the rest. */
  isNarrowed: boolean
  startsCollapsed: boolean
}

/** The effective layout at a window width: settings that depend on another one apply only with it (spec §2). */
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
