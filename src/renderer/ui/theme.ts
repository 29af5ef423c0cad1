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
} as const

const fontFamily =
  "'Segoe UI', -apple-system, 'Microsoft YaHei UI', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', Roboto, sans-serif"

/** Makes the colours and the typeface known to style sheets as `--pl-<name>`. */
export function showTones(root: HTMLElement): void {
  for (const [name, value] of Object.entries(tones)) {
    root.style.setProperty(`--pl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value)
  }
  root.style.setProperty('--pl-font', fontFamily)
}

export const theme: ThemeConfig = {
  token: {
    colorPrimary: tones.primary,
    colorInfo: tones.primary,
    colorLink: tones.primary,
    colorSuccess: tones.success,
    colorWarning: tones.warning,
    colorError: tones.error,
    colorSuccessBg: tones.successSoft,
    colorSuccessBorder: '#a9d5bb',
    colorWarningBg: tones.warningSoft,
    colorWarningBorder: '#e5c48a',
    colorErrorBg: tones.errorSoft,
    colorErrorBorder: '#e8a9a4',
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
    Menu: { darkItemBg: tones.menu, darkSubMenuItemBg: tones.menu, darkItemSelectedBg: '#4b3fb0' },
    Table: {
      headerBg: '#f0eff6',
      rowSelectedBg: tones.primarySoft,
      rowSelectedHoverBg: '#e4e0f4',
      cellPaddingBlock: 10,
    },
  },
}

/** The counter is read from further away and touched with gloves nearby. */
export const counterTheme: ThemeConfig = {
  token: { fontSize: 16, controlHeight: 44, controlHeightSM: 36 },
}
