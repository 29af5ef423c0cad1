import { type ThemeConfig, theme } from 'antd'
import { mix, type Tones } from './tones.calc.ts'

const FONT_FAMILY =
  "'Segoe UI', -apple-system, 'Microsoft YaHei UI', 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', Roboto, sans-serif"

/** Publishes the colours and the typeface to style sheets as `--pl-<name>`, and sets the colour scheme of the browser's own controls. */
export function showTones(root: HTMLElement, shown: Tones, isDark: boolean): void {
  for (const [name, value] of Object.entries(shown)) {
    root.style.setProperty(`--pl-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, value)
  }
  root.style.setProperty('--pl-font', FONT_FAMILY)
  root.style.colorScheme = isDark ? 'dark' : 'light'
}

/** Converts the colours to an Ant Design theme. */
export function themeOf(tones: Tones, isDark: boolean): ThemeConfig {
  const softer = mix(tones.primarySoft, tones.primary, 0.06)
  const { primary, success, warning, error } = tones
  // The dark algorithm dims its input colours, but these are already made for dark mode.
  const undimmed: typeof theme.defaultAlgorithm = (seed, map = theme.darkAlgorithm(seed)) => ({
    ...map,
    colorPrimary: primary,
    colorInfo: primary,
    colorLink: primary,
    colorSuccess: success,
    colorWarning: warning,
    colorError: error,
  })
  return {
    algorithm: isDark ? [theme.darkAlgorithm, undimmed] : theme.defaultAlgorithm,
    token: {
      colorPrimary: tones.primary,
      colorInfo: tones.primary,
      colorLink: tones.primary,
      // Derived ones would be grey: the primary colours are dark.
      colorPrimaryBg: tones.primarySoft,
      colorPrimaryBgHover: softer,
      colorPrimaryHover: mix(tones.primary, '#ffffff', 0.2),
      colorPrimaryActive: mix(tones.primary, '#000000', 0.15),
      colorLinkHover: mix(tones.primary, '#ffffff', 0.2),
      colorSuccess: tones.success,
      colorWarning: tones.warning,
      colorError: tones.error,
      colorInfoBg: tones.primarySoft,
      colorSuccessBg: tones.successSoft,
      colorSuccessBorder: tones.successLine,
      colorWarningBg: tones.warningSoft,
      colorWarningBorder: tones.warningLine,
      colorErrorBg: tones.errorSoft,
      colorErrorBorder: tones.errorLine,
      colorTextBase: tones.ink,
      colorText: tones.ink,
      colorTextSecondary: tones.muted,
      colorTextDescription: tones.muted,
      colorTextPlaceholder: tones.faint,
      colorTextLightSolid: tones.onTone,
      colorBorder: tones.edge,
      colorBorderSecondary: tones.line,
      colorSplit: tones.line,
      colorBgLayout: tones.ground,
      colorBgContainer: tones.panel,
      colorBgElevated: tones.raised,
      borderRadius: 6,
      fontSize: 14,
      fontFamily: FONT_FAMILY,
      // A fading element must not block the counter.
      motion: false,
    },
    components: {
      Layout: { siderBg: tones.menu, headerBg: tones.panel, bodyBg: tones.ground },
      Menu: {
        darkItemBg: tones.menu,
        darkSubMenuItemBg: tones.menu,
        darkItemSelectedBg: tones.menuSelected,
        darkItemSelectedColor: '#ffffff',
        darkItemColor: 'rgb(255 255 255 / 78%)',
        darkGroupTitleColor: 'rgb(255 255 255 / 62%)',
        groupTitleColor: tones.muted,
        // More of a long menu in a window; phones have larger targets (`shell.css`).
        itemHeight: 36,
      },
      // These are dark in light and dark mode, or draw their icon in white.
      Tooltip: { colorTextLightSolid: '#ffffff' },
      Checkbox: { colorWhite: tones.onTone },
      Button: { primaryColor: tones.onTone, dangerColor: tones.onTone },
      Table: {
        headerBg: tones.head,
        rowSelectedBg: tones.primarySoft,
        rowSelectedHoverBg: softer,
        cellPaddingBlock: 16,
        cellPaddingBlockSM: 5,
        // Ten rows and the pagination fit a window 768 px high.
        cellPaddingBlockMD: 10,
      },
    },
  }
}

/** The counter is read from further away and may be touched with gloves. */
export const counterTheme: ThemeConfig = {
  token: { fontSize: 16, controlHeight: 44, controlHeightSM: 36 },
}
