import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { queryClient } from '#renderer/core/query.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { FrameProvider } from '#renderer/ui/frame.ts'
import { useScanRouting } from '#renderer/ui/scans.ts'
import { useLiveData } from './live-data.ts'
import { homeOf } from './menu.calc.ts'
import { PageWaiting } from './page-waiting.tsx'
import { FULL_SCREEN, pages, SettingsPage, SyncCentrePage } from './registry.ts'
import { useErrorReporting } from './reporting.ts'
import { useMenuEntries } from './use-menu-entries.tsx'
import { usePages } from './use-pages.ts'
import { usePermissions } from './use-permissions.ts'
import { useAccountActions } from './user-menu.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found.page.tsx')).NotFoundPage }))

/** Everything behind the sign-in. */
export function SignedIn() {
  return (
    <AntApp component={false} message={{ maxCount: 3 }}>
      <QueryClientProvider client={queryClient}>
        <Permitted />
      </QueryClientProvider>
    </AntApp>
  )
}

function Permitted() {
  useErrorReporting()
  useScanRouting()
  useLiveData()
  return usePermissions() ? <Pages /> : <PageWaiting />
}

function Pages() {
  const platform = usePlatform()
  const menu = usePages()
  const home = homeOf(menu, platform.kind)
  const account = useAccountActions()
  const entries = useMenuEntries()
  return (
    <FrameProvider value={{ entries, account: account.items }}>
      {account.dialog}
      <Routes>
        {['/', '/dashboard/workplace'].map((path) => (
          <Route key={path} path={path} element={<Navigate to={home} replace />} />
        ))}
        {menu.map(({ path, component }) => {
          const Page = pages[component]
          if (!Page) return null
          const page = component === FULL_SCREEN ? <Waiting>{<Page />}</Waiting> : inShell(<Page />)
          return <Route key={path} path={path} element={page} />
        })}
        {platform.sync ? <Route path="/terminal/sync" element={inShell(<SyncCentrePage />)} /> : null}
        {platform.settings ? <Route path="/terminal/settings" element={inShell(<SettingsPage />)} /> : null}
        <Route path="/404" element={inShell(<NotFoundPage />)} />
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Routes>
    </FrameProvider>
  )
}

const inShell = (page: ReactNode) => (
  <Waiting>
    <Shell>
      <Waiting>{page}</Waiting>
    </Shell>
  </Waiting>
)

const Waiting = ({ children }: { children: ReactNode }) => <Suspense fallback={<PageWaiting />}>{children}</Suspense>
