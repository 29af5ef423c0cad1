import { useEffect } from 'react'
import { client } from '#renderer/core/client.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { currentLocale, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/**
 * Whether the rights of the user are known; they are fetched once per start. When that fails the user is signed out, and
 * with that sent to the sign-in (spec §2). Without the server a terminal goes on with what it has.
 */
export function usePermissions(): boolean {
  const platform = usePlatform()
  const mustLoad = useSession(({ session }) => Boolean(session && !session.permissions && !session.offline))

  useEffect(() => {
    namedIn ??= currentLocale()
    if (!mustLoad) return
    namedIn = currentLocale()
    platform.session.loadPermissions().catch(async () => {
      await platform.session.signOut().catch(() => null)
      useSession.setState({ parting: 'error.permissions' })
    })
  }, [mustLoad, platform])

  return !mustLoad
}

/** The language that the server named the menu in. */
let namedIn: Locale | null = null

/**
 * The server names the menu in the language it was asked in: where the menu is in sight, another language asks again, and
 * keeps the old names until the server answers.
 */
export function useMenuInOwnLanguage(): void {
  const { locale } = useText()
  const { online } = useLive(usePlatform().connection)
  useEffect(() => {
    const asked = useSession.getState().session
    if (!online || namedIn === locale || !asked?.permissions || !asked.signIn) return
    client.signIn
      .permissions()
      .then(({ result }) => {
        const { session, set } = useSession.getState()
        if (currentLocale() !== locale) return
        namedIn = locale
        if (session?.signIn === asked.signIn && session.userInfo.orgCode === asked.userInfo.orgCode)
          set({ ...session, permissions: result })
      })
      .catch(() => null)
  }, [locale, online])
}
