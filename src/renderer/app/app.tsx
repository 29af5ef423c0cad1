import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import en from 'antd/es/locale/en_US.js'
import zh from 'antd/es/locale/zh_CN.js'
import { HashRouter } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { PlatformProvider } from '#renderer/platform/context.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { useScanRouting } from '#renderer/ui/scans.ts'
import { theme } from '#renderer/ui/theme.ts'
import { CrashGuard } from './crash-guard.tsx'
import { useLiveData } from './live-data.ts'
import { useErrorReporting } from './reporting.tsx'
import { AppRoutes } from './routes.tsx'

/** The one React tree of both builds. */
export function App({ platform }: { platform: Platform }) {
  const { locale } = useText()
  return (
    <ConfigProvider locale={locale === 'zh' ? zh : en} theme={theme} button={{ autoInsertSpace: false }}>
      <AntApp component={false} message={{ maxCount: 3 }}>
        <PlatformProvider value={platform}>
          <QueryClientProvider client={queryClient}>
            <CrashGuard>
              <HashRouter>
                <Background />
                <AppRoutes />
              </HashRouter>
            </CrashGuard>
          </QueryClientProvider>
        </PlatformProvider>
      </AntApp>
    </ConfigProvider>
  )
}

/** What goes on whichever page is shown. */
function Background() {
  useErrorReporting()
  useScanRouting()
  useLiveData()
  return null
}
