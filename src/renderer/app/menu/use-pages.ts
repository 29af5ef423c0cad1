import { useMemo } from 'react'
import { everyonesPages, FULL_SCREEN, pages } from '#renderer/app/registry.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { type MenuPage, pagesOf } from './menu.calc.ts'

export const isKnown = (component: string): boolean => Object.hasOwn(pages, component)

/**
 * The pages that the signed-in user may open; only the counter without permissions from the server. Pages open to all users
 * are added as hidden where the menu does not contain them.
 */
export function usePages(): MenuPage[] {
  const { t } = useText()
  const permissions = useSession(({ session }) => session?.permissions ?? null)
  return useMemo(() => {
    if (!permissions) {
      return [
        {
          path: '/counter',
          component: FULL_SCREEN,
          title: t('nav.counter'),
          icon: undefined,
          hidden: false,
          keepAlive: true,
        },
      ]
    }
    const named = pagesOf(permissions.menu, isKnown)
    const added = everyonesPages
      .filter(({ component, path }) => !named.some((page) => page.component === component || page.path === path))
      .map(({ path, component, title }) => ({
        path,
        component,
        title: t(title),
        icon: undefined,
        hidden: true,
        keepAlive: true,
      }))
    return [...named, ...added]
  }, [permissions, t])
}
