/** The colours of the product; each pair of text and background meets WCAG AA, which a test checks. */
const light = {
  primary: '#3b2f8f',
  primarySoft: '#eeecf8',
  success: '#17733f',
  successSoft: '#e6f4ec',
  successLine: '#8cc4a4',
  warning: '#8f5200',
  warningSoft: '#fdf1dc',
  warningLine: '#e5c48a',
  error: '#b3261e',
  errorSoft: '#fbe9e7',
  errorLine: '#e8a9a4',
  /** Text on a background of the primary, success, warning or error colour. */
  onTone: '#ffffff',
  offline: '#ffb020',
  offlineText: '#3d2800',
  ink: '#1d1b2e',
  muted: '#5f5d72',
  /** The placeholder of a field. */
  faint: '#757387',
  line: '#dcdae6',
  /** The border of inputs and buttons. */
  edge: '#c9c6d8',
  /** Table headers and placeholders. */
  head: '#f0eff6',
  waiting: '#e6e4ee',
  focus: '#8b7ff0',
  ground: '#f4f3f8',
  panel: '#ffffff',
  /** Overlays: dialogs and drop-downs. */
  raised: '#ffffff',
  menu: '#1f1950',
  menuSelected: '#4b3fb0',
} as const

export type Tones = Record<keyof typeof light, string>

const dark: Tones = {
  ...light,
  primary: '#b5adf0',
  primarySoft: '#2d2a4b',
  success: '#63cf92',
  successSoft: '#15321f',
  successLine: '#2f6b47',
  warning: '#efb761',
  warningSoft: '#392a12',
  warningLine: '#745626',
  error: '#ff9a91',
  errorSoft: '#431f1d',
  errorLine: '#85403b',
  onTone: '#14112a',
  ink: '#eceaf6',
  muted: '#b0adc4',
  faint: '#9592ab',
  line: '#353249',
  edge: '#514e6b',
  head: '#242234',
  waiting: '#2c2a3d',
  ground: '#12111c',
  panel: '#1b1a28',
  raised: '#242335',
  menu: '#171433',
  menuSelected: '#453a9c',
}

/** For colour-blind users: blue is good, magenta is bad. */
const forWeakEyes = {
  success: '#00579c',
  successSoft: '#dfeefb',
  successLine: '#7fb2dd',
  warning: '#7a4a00',
  warningSoft: '#fdeecf',
  error: '#7d0f4b',
  errorSoft: '#f8e0ee',
  errorLine: '#d392b8',
  muted: '#45435a',
  line: '#b3b0c6',
}

const forWeakEyesInTheDark = {
  success: '#7cc0ff',
  successSoft: '#12304b',
  successLine: '#2f6492',
  warning: '#ffcf7a',
  error: '#ff9fd0',
  errorSoft: '#451831',
  errorLine: '#8c3c68',
  muted: '#c6c3d8',
  line: '#5c597a',
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

/** Mixes a share (0 to 1) of another colour into a colour. */
export const mix = (color: string, other: string, share: number): string => {
  const [from, to] = [channels(color), channels(other)]
  const mixed = from.map((one, at) => Math.round(one * (1 - share) + (to[at] ?? 0) * share))
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colours (WCAG 2): text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The contrast ratio that is enough also on a background tinted with the colour itself. */
const CLEAR = 7.5

/** Lightens a colour made for white until it is readable on a dark background. */
function lightened(color: string): string {
  let share = 0
  while (contrast(mix(color, '#ffffff', share), dark.panel) < CLEAR) share += 0.02
  return mix(color, '#ffffff', share)
}

interface Look {
  primary: string
  isColorWeak: boolean
  isDark: boolean
}

/** The colours for a primary colour, for light or dark mode, and optionally for colour-blind users. */
export function tonesOf({ primary, isColorWeak, isDark }: Look): Tones {
  const base: Tones = isDark ? dark : light
  const menu = {
    menu: mix(primary, '#0c0a1c', isDark ? 0.72 : 0.62),
    menuSelected: mix(primary, '#ffffff', isDark ? 0.02 : 0.1),
  }
  const tint = isDark
    ? { primary: lightened(primary), primarySoft: mix(dark.panel, primary, 0.3) }
    : { primary, primarySoft: mix(primary, '#ffffff', 0.91) }
  const own = primary === light.primary ? base : { ...base, ...tint, ...menu }
  if (!isColorWeak) return own
  return { ...own, ...(isDark ? forWeakEyesInTheDark : forWeakEyes) }
}

/** The primary colour before the user's preferences are loaded. */
export const standardPrimary: string = light.primary
