import type { ThemeConfig } from 'antd'

/** The colours of the product, named once; each pair of text and ground is readable (WCAG AA). */
export const tones = {
  primary: '#3b2f8f',
  primarySoft: '#eeecf8',
  success: '#17733f',
  successSoft: '#e6f4ec',
  warning: '#8f5200',
  warningSoft: '#fdf1dc',
  error: '#b3261e',
  errorSoft: '#fbe9e7',
  offline: '#ffb020',
  offlineText: '#3d2800',
  ink: '#1d1b2e',
  muted: '#5f5d72',
  line: '#dcdae6',
  ground: '#f4f3f8',
  panel: '#ffffff',
  menu: '#1f1950',
  menuSelected: '#4b3fb0',
} as const

type Tones = Record<keyof typeof tones, string>

/** Told apart by people who see few colours: blue is well, dark magenta is wrong. */
const forWeakEyes = {
  success: '#00579c',
  successSoft: '#dfeefb',
  warning: '#7a4a00',
  warningSoft: '#fdeecf',
  error: '#7d0f4b',
  errorSoft: '#f8e0ee',
  muted: '#45435a',
  line: '#b3b0c6',
}

const mix = (color: string, other: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const [one, two] = [color, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number]
      return Math.round(one * (1 - share) + two * share)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')}`

/** The colours with another primary one, and for people who tell colours apart badly. */
export function tonesOf(primary: string, isColorWeak: boolean): Tones {
  const own =
    primary === tones.primary
      ? tones
      : {
          ...tones,
          primary,
          primarySoft: mix(primary, '#ffffff', 0.91),
          menu: mix(primary, '#0c0a1c', 0.62),
          menuSelected: mix(primary, '#ffffff', 0.1),
        }
  return isColorWeak ? { ...own, ...forWeakEyes } : own
}

const fontFamily =
  "'Segoe UI', -apple-system, 'Microsoft YaHei UI', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', Roboto, sans-serif"

/** Makes the colours and the typeface known to style sheets as `--pl-<name>`. */
export function showTones(root: HTMLElement, shown: Tones): void {
  for (const [name, value] of Object.entries(shown)) {
    root.style.setProperty(`--pl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value)
  }
  root.style.setProperty('--pl-font', fontFamily)
}

export const themeOf = (tones: Tones): ThemeConfig => ({
  token: {
    colorPrimary: tones.primary,
    colorInfo: tones.primary,
    colorLink: tones.primary,
    // Derived ones would be grey: the primary colours are dark.
    colorPrimaryBg: tones.primarySoft,
    colorPrimaryBgHover: mix(tones.primary, '#ffffff', 0.86),
    colorSuccess: tones.success,
    colorWarning: tones.warning,
    colorError: tones.error,
    colorSuccessBg: tones.successSoft,
    colorSuccessBorder: mix(tones.success, '#ffffff', 0.6),
    colorWarningBg: tones.warningSoft,
    colorWarningBorder: mix(tones.warning, '#ffffff', 0.55),
    colorErrorBg: tones.errorSoft,
    colorErrorBorder: mix(tones.error, '#ffffff', 0.6),
    colorTextBase: tones.ink,
    colorTextSecondary: tones.muted,
    colorTextDescription: tones.muted,
    colorTextPlaceholder: '#757387',
    colorBorder: '#c9c6d8',
    colorBgLayout: tones.ground,
    borderRadius: 6,
    fontSize: 14,
    fontFamily,
    // Nothing on a counter may be in the way while it fades.
    motion: false,
  },
  components: {
    Layout: { siderBg: tones.menu, headerBg: tones.panel, bodyBg: tones.ground },
    Menu: { darkItemBg: tones.menu, darkSubMenuItemBg: tones.menu, darkItemSelectedBg: tones.menuSelected },
    Table: {
      headerBg: '#f0eff6',
      rowSelectedBg: tones.primarySoft,
      rowSelectedHoverBg: mix(tones.primary, '#ffffff', 0.86),
      cellPaddingBlock: 10,
      // Ten rows and their pages fit a window of 768 px.
      cellPaddingBlockMD: 10,
    },
  },
})

/** The counter is read from further away and touched with gloves nearby. */
export const counterTheme: ThemeConfig = {
  token: { fontSize: 16, controlHeight: 44, controlHeightSM: 36 },
}
