import { useEffect } from 'react'
import { useLive } from '#renderer/core/hooks.ts'
import { currentLocale, useText } from '#renderer/core/locale.ts'
import { reloadPermissions } from '#renderer/core/permissions.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Locale } from '#shared/i18n/locale.ts'

/**
 * Whether the user's permissions are loaded; they are requested once per start. When that fails the user is signed out and
 * thus redirected to the sign-in (spec §2). Without the server a terminal continues with its stored ones.
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

/** The language of the menu's titles from the server. */
let namedIn: Locale | null = null

/**
 * The server sends the menu in the language of the request. Where the menu is shown, a change of language reloads it and
 * keeps the old titles until the answer arrives.
 */
export function useMenuInOwnLanguage(): void {
  const { locale } = useText()
  const { online } = useLive(usePlatform().connection)
  useEffect(() => {
    if (!online || namedIn === locale) return
    reloadPermissions()
      .then((isReplaced) => {
        if (isReplaced) namedIn = locale
      })
      .catch(() => null)
  }, [locale, online])
}
