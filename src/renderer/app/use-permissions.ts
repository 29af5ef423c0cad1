import { App } from 'antd'
import { useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'

/**
 * Whether the rights of the user are known; they are fetched once per start. When that fails the user is signed out, and
 * with that sent to the sign-in (spec §2). Without the server a terminal goes on with what it has.
 */
export function usePermissions(): boolean {
  const platform = usePlatform()
  const { t } = useText()
  const { message } = App.useApp()
  const mustLoad = useSession(({ session }) => Boolean(session && !session.permissions && !session.offline))

  useEffect(() => {
    if (!mustLoad) return
    platform.session.loadPermissions().catch(() => {
      void message.error(t('error.permissions'))
      return platform.session.signOut()
    })
  }, [mustLoad, platform, message, t])

  return !mustLoad
}
