import { useMemo } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { type MenuPage, pagesOf } from './menu.calc.ts'
import { FULL_SCREEN, pages } from './registry.ts'

/** The pages that the signed-in user may open; without any word from the server only the counter. */
export function usePages(): MenuPage[] {
  const { t } = useText()
  const permissions = useSession(({ session }) => session?.permissions ?? null)
  return useMemo(() => {
    if (permissions) return pagesOf(permissions.menu, (component) => component in pages)
    return [{ path: '/counter', component: FULL_SCREEN, title: t('nav.counter'), icon: undefined, hidden: false }]
  }, [permissions, t])
}
