import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { client } from '#renderer/core/client.ts'
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
  useMenuInOwnLanguage()

  useEffect(() => {
    if (!mustLoad) return
    platform.session.loadPermissions().catch(() => {
      void message.error(t('error.permissions'))
      return platform.session.signOut()
    })
  }, [mustLoad, platform, message, t])

  return !mustLoad
}

/** The server names the menu in the language it was asked in: another language asks again, and keeps the old names without an answer. */
function useMenuInOwnLanguage(): void {
  const { locale } = useText()
  const named = useRef(locale)
  useEffect(() => {
    if (named.current === locale) return
    named.current = locale
    const asked = useSession.getState().session
    if (!asked?.permissions || !asked.token) return
    client.access
      .permissions()
      .then(({ result }) => {
        const { session, set } = useSession.getState()
        if (session?.token === asked.token && session.userInfo.orgCode === asked.userInfo.orgCode)
          set({ ...session, permissions: result })
      })
      .catch(() => null)
  }, [locale])
}
