import { ConfigProvider } from 'antd'
import en from 'antd/es/locale/en_US.js'
import zh from 'antd/es/locale/zh_CN.js'
import { useLayoutEffect, useMemo } from 'react'
import { HashRouter } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { PlatformProvider } from '#renderer/platform/context.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { showTones, themeOf, tonesOf } from '#renderer/ui/theme.ts'
import { CrashGuard } from './crash-guard.tsx'
import { themeColors } from './layout.calc.ts'
import { useLayout } from './layout-settings.ts'
import { AppRoutes } from './routes.tsx'

/** The one React tree of both builds. */
export function App({ platform }: { platform: Platform }) {
  const { locale } = useText()
  const { color, colorWeak } = useLayout(({ settings }) => settings)
  const tones = useMemo(() => tonesOf(themeColors[color], colorWeak), [color, colorWeak])
  const theme = useMemo(() => themeOf(tones), [tones])
  // Before the first picture, so that nothing changes colour.
  useLayoutEffect(() => showTones(document.documentElement, tones), [tones])
  return (
    <ConfigProvider locale={locale === 'zh' ? zh : en} theme={theme} button={{ autoInsertSpace: false }}>
      <PlatformProvider value={platform}>
        <CrashGuard>
          <HashRouter>
            <AppRoutes />
          </HashRouter>
        </CrashGuard>
      </PlatformProvider>
    </ConfigProvider>
  )
}
