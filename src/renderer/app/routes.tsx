import { type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { signInPath } from '#renderer/core/addresses/paths.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { LandingEntry } from './landing/landing-entry.tsx'
import { SignedIn } from './lazy.ts'
import { PageWaiting } from './page-waiting.tsx'
import { publicPages } from './public-pages.ts'
import { useScrollMemory } from './tabs/scroll-memory.ts'
import { useTerminalLocale } from './use-terminal-locale.ts'

/** Public paths, and all others behind the sign-in, whose code is loaded only then. */
export function AppRoutes() {
  useScrollMemory()
  useTerminalLocale()
  return (
    <Routes>
      <Route path="/user" element={<Navigate to="/user/login" replace />} />
      <Route path="/user/login" element={<LandingEntry />} />
      {Object.entries(publicPages).map(([path, Page]) => (
        <Route
          key={path}
          path={path}
          element={
            <Suspense fallback={<PageWaiting />}>
              <Page />
            </Suspense>
          }
        />
      ))}
      <Route
        path="/*"
        element={
          <RequireSession>
            <Suspense fallback={<PageWaiting />}>
              <SignedIn />
            </Suspense>
          </RequireSession>
        }
      />
    </Routes>
  )
}

/** Redirects users without a session to the sign-in, which returns to the requested page (spec §2). */
function RequireSession({ children }: { children: ReactNode }) {
  const platform = usePlatform()
  const { pathname, search } = useLocation()
  const session = useSession((state) => state.session)
  const isUnknown = session === undefined

  useEffect(() => {
    if (isUnknown) void platform.session.restore().catch(() => useSession.getState().set(null))
  }, [isUnknown, platform])

  if (session === undefined) return <PageWaiting />
  if (session === null || session.mustChooseStore) return <ToSignIn wanted={pathname + search} />
  return children
}

/** Redirects on every visit; a <Navigate> would redirect once and then show nothing. */
function ToSignIn({ wanted }: { wanted: string }) {
  const navigate = useNavigate()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit to the same address must redirect again
  useEffect(() => {
    void navigate(signInPath(wanted), { replace: true })
  }, [navigate, wanted, location])
  return null
}
