import { useLayoutEffect, useMemo } from 'react'
import { useMedia } from '#renderer/core/hooks.ts'
import { usePrintedAt } from '#renderer/ui/print/page-print.ts'
import { showTones, themeOf } from '#renderer/ui/theme/theme.ts'
import { tonesOf } from '#renderer/ui/theme/tones.calc.ts'
import { themeColors } from './layout.calc.ts'
import { useLayout } from './layout-settings.ts'

/** The user's theme, or the operating system's; applied to style sheets before the first paint. */
export function useTheme() {
  const { look, color, colorWeak } = useLayout(({ settings }) => settings)
  const isSystemDark = useMedia('(prefers-color-scheme: dark)')
  const isPrinting = usePrintedAt() !== null
  // Paper is white.
  const isDark = !isPrinting && (look === 'system' ? isSystemDark : look === 'dark')
  const tones = useMemo(
    () => tonesOf({ primary: themeColors[color], isColorWeak: colorWeak, isDark }),
    [color, colorWeak, isDark],
  )
  useLayoutEffect(() => showTones(document.documentElement, tones, isDark), [tones, isDark])
  return useMemo(() => themeOf(tones, isDark), [tones, isDark])
}
