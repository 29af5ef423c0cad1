import { Skeleton } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { SignInPage } from '#renderer/features/access/sign-in.page.tsx'
import { usePlatform } from '#renderer/platform/context.ts'
import { FrameProvider } from '#renderer/ui/frame.ts'
import { homeOf } from './menu.calc.ts'
import { FULL_SCREEN, pages, SettingsPage, SyncCentrePage } from './registry.ts'
import { RequireSignIn } from './require-sign-in.tsx'
import { useMenuEntries } from './use-menu-entries.tsx'
import { usePages } from './use-pages.ts'
import { useAccountActions } from './user-menu.tsx'

const Shell = lazy(async () => ({ default: (await import('./shell.tsx')).Shell }))
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found.page.tsx')).NotFoundPage }))

/** Public paths, and everything else behind the sign-in. */
export function AppRoutes() {
  useScrollToTop()
  return (
    <Routes>
      <Route path="/user" element={<Navigate to="/user/login" replace />} />
      <Route path="/user/login" element={<SignInPage />} />
      <Route
        path="/*"
        element={
          <RequireSignIn>
            <SignedInRoutes />
          </RequireSignIn>
        }
      />
    </Routes>
  )
}

function SignedInRoutes() {
  const platform = usePlatform()
  const menu = usePages()
  const home = homeOf(menu, platform.kind)
  const inShell = (page: ReactNode) => (
    <Waiting>
      <Shell>
        <Waiting>{page}</Waiting>
      </Shell>
    </Waiting>
  )
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

/** The shape of a page while its code arrives. */
const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <div className="pl-page" aria-busy="true">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    }
  >
    {children}
  </Suspense>
)

function useScrollToTop(): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what the scrolling follows
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void scrollTo(0, 0)
  }, [pathname])
}
