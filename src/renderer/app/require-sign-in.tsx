import { App, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import { signInPath } from '#renderer/core/paths.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/**
 * Lets only signed-in people on, with the rights that the server names once per start. When those cannot be fetched the
 * user is signed out and sent to the sign-in (spec §2).
 */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const platform = usePlatform()
  const { pathname, search } = useLocation()
  const { t } = useText()
  const { message } = App.useApp()
  const session = useSession((state) => state.session)
  const isUnknown = session === undefined
  const isReady = session !== undefined && session !== null && !session.mustChooseStore
  const mustLoad = isReady && !session.permissions && !session.offline

  useEffect(() => {
    if (isUnknown) void platform.session.restore().catch(() => useSession.getState().set(null))
  }, [isUnknown, platform])

  useEffect(() => {
    if (!mustLoad) return
    platform.session.loadPermissions().catch(() => {
      void message.error(t('error.permissions'))
      return platform.session.signOut()
    })
  }, [mustLoad, platform, message, t])

  if (session === null || session?.mustChooseStore) {
    return <Navigate to={signInPath(pathname + search)} replace />
  }
  if (isUnknown || mustLoad) {
    return (
      <div className="pl-page" aria-busy="true">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    )
  }
  return children
}
