import { ConfigProvider } from 'antd'
import en from 'antd/es/locale/en_US.js'
import zh from 'antd/es/locale/zh_CN.js'
import { HashRouter } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { PlatformProvider } from '#renderer/platform/context.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { CrashGuard } from './crash-guard.tsx'
import { HelpHost } from './help-panel/help-host.tsx'
import { useTheme } from './layout/use-theme.ts'
import { CloseQuestion } from './lazy.ts'
import { AppRoutes } from './routes.tsx'

/** The root component of the web and the terminal build. */
export function App({ platform }: { platform: Platform }) {
  const { locale } = useText()
  const theme = useTheme()
  return (
    <ConfigProvider locale={locale === 'zh' ? zh : en} theme={theme} button={{ autoInsertSpace: false }}>
      <PlatformProvider value={platform}>
        <CrashGuard>
          <HashRouter>
            <AppRoutes />
            <HelpHost />
          </HashRouter>
          {platform.program ? <CloseQuestion program={platform.program} /> : null}
        </CrashGuard>
      </PlatformProvider>
    </ConfigProvider>
  )
}
