import type { MenuNode } from '#shared/features/access/access.contract.ts'

/** One page that the user may open. */
export interface MenuPage {
  path: string
  component: string
  title: string
  icon: string | undefined
  hidden: boolean
}

const pathOf = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** The pages of a menu, in its order. An entry with route flag 0 is not routed (spec §2). */
export function pagesOf(menu: readonly MenuNode[], isKnown: (component: string) => boolean): MenuPage[] {
  return menu.flatMap((node) => {
    const { path, component, meta, route, hidden = false, children = [] } = node
    const own =
      route === '1' && isKnown(component)
        ? [{ path: pathOf(path), component, title: meta.title, icon: meta.icon, hidden }]
        : []
    return [...own, ...pagesOf(children, isKnown)]
  })
}

/** Where a signed-in user lands without a redirect: the counter on a terminal, the home page elsewhere. */
export function homeOf(pages: readonly MenuPage[], kind: 'terminal' | 'web'): string {
  const wanted = kind === 'terminal' ? 'sessions/StartSession' : 'dashboard/Analysis'
  return (pages.find((page) => page.component === wanted) ?? pages.find((page) => !page.hidden))?.path ?? '/404'
}
