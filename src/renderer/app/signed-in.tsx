import { QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp } from 'antd'
import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { START } from '#renderer/core/addresses/paths.ts'
import { useTitle } from '#renderer/core/hooks.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { CounterLock } from '#renderer/features/lock/index.ts'
import { ShiftOffer } from '#renderer/features/shifts/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { FrameProvider } from '#renderer/ui/layout/frame.ts'
import { useScanRouting } from '#renderer/ui/scan/scans.ts'
import { useAccountActions } from './account/account-actions.tsx'
import { useOverdueNotice } from './account/overdue-notice.ts'
import { usePrintNotice } from './account/print-notice.tsx'
import { FloatingDialogs } from './layout/floating-actions.tsx'
import { useLiveData } from './live-data.ts'
import { homeOf, startOf } from './menu/menu.calc.ts'
import { pageAt } from './menu/menu-paths.calc.ts'
import { useMenuEntries } from './menu/use-menu-entries.tsx'
import { usePages } from './menu/use-pages.ts'
import { usePermissions } from './menu/use-permissions.ts'
import { PageWaiting } from './page-waiting.tsx'
import { useFieldFocus } from './palette/field-focus.ts'
import { PaletteKey } from './palette/palette-key.tsx'
import { FULL_SCREEN, pages } from './registry.ts'
import { useErrorReporting } from './reporting.ts'

const SETUP_PATH = '/terminal/setup'

const Shell = lazy(async () => ({ default: (await import('./layout/shell.tsx')).Shell }))

/** The routes behind the sign-in. */
export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <AntApp component={false} message={{ maxCount: 3 }}>
        <CounterLock>
          <Permitted />
        </CounterLock>
      </AntApp>
    </QueryClientProvider>
  )
}

function Permitted() {
  useErrorReporting()
  useScanRouting()
  useLiveData()
  usePrintNotice()
  return usePermissions() ? <Pages /> : <PageWaiting />
}

const Appearance = lazy(async () => ({ default: (await import('./layout/layout-fields.tsx')).LayoutFields }))
const WORKPLACE = '/dashboard/workplace'

function Pages() {
  const platform = usePlatform()
  const permitted = usePages()
  const { pages: menuPages, menu, framed, pathOf } = useMenuEntries()
  const account = useAccountActions()
  useOverdueNotice()
  useFieldFocus()
  const { pathname } = useLocation()
  useTitle(pageAt([...framed, ...menuPages], pathname)?.label ?? '')
  const identity = useSession(({ session }) => session?.userInfo.identity)
  const isNew = platform.settings?.state.get()?.station.setUp === false
  // A new terminal starts with its device setup.
  const start = isNew ? SETUP_PATH : startOf(permitted, platform.kind, identity)
  return (
    <FrameProvider value={{ pages: menuPages, menu, pathOf, account: account.items, appearance: <Appearance /> }}>
      {account.dialog}
      <FloatingDialogs />
      <ShiftOffer />
      <PaletteKey />
      <Routes>
        <Route path={START} element={<Navigate to={start} replace />} />
        {/* The four entry tiles (spec §2), which the logo links to; a terminal opens its counter. */}
        <Route path="/" element={<Navigate to={platform.kind === 'terminal' ? start : WORKPLACE} replace />} />
        <Route path="/dashboard" element={<Navigate to={WORKPLACE} replace />} />
        {permitted.map(({ path, component }) => {
          const Page = component === FULL_SCREEN ? pages[component] : undefined
          return Page ? <Route key={path} path={path} element={<Waiting>{<Page />}</Waiting>} /> : null
        })}
        <Route
          path="*"
          element={
            <Waiting>
              <Shell
                pages={framed}
                home={homeOf(
                  permitted.filter((page) => page.component !== FULL_SCREEN),
                  'web',
                )}
              />
            </Waiting>
          }
        />
      </Routes>
    </FrameProvider>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => <Suspense fallback={<PageWaiting />}>{children}</Suspense>
