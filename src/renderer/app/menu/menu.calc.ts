import { isWebAddress } from '#shared/core/address.ts'
import type { MenuNode } from '#shared/features/access/access.schema.ts'

/** One page that the user may open. */
export interface MenuPage {
  path: string
  component: string
  title: string
  icon: string | undefined
  hidden: boolean
  /** Whether the page keeps its state while hidden. */
  keepAlive: boolean
}

/** A menu entry: a page, an external address, or a group of entries. */
export interface VisibleMenuNode {
  path: string
  component: string
  title: string
  icon: string | undefined
  /** An external address, opened in a new window (`internalOrExternal`). */
  href: string | null
  children: VisibleMenuNode[]
  /** The path that a group redirects to: the one in the menu, else its first page. */
  redirectTo: string | null
}

const pathOf = (path: string): string => (path.startsWith('/') ? path : `/${path}`)

/** The external address of a node; http and https only. */
const hrefOf = ({ path, meta }: MenuNode): string | null => {
  const address = meta.url ?? (meta.internalOrExternal ? path : '')
  return isWebAddress(address) ? address : null
}

/** The pages of a menu, in its order. An entry with route flag 0 is not routed (spec §2). */
export function pagesOf(menu: readonly MenuNode[], isKnown: (component: string) => boolean): MenuPage[] {
  return menu.flatMap((node) => {
    const { path, component, meta, route, hidden = false, children = [] } = node
    const own =
      route === '1' && !hrefOf(node) && isKnown(component)
        ? [{ path: pathOf(path), component, title: meta.title, icon: meta.icon, hidden, keepAlive: meta.keepAlive }]
        : []
    return [...own, ...pagesOf(children, isKnown)]
  })
}

/** The menu as shown: without hidden entries and empty groups. */
export function visibleMenuOf(menu: readonly MenuNode[], isKnown: (component: string) => boolean): VisibleMenuNode[] {
  return menu.flatMap((node) => {
    const { path, component, meta, route, hidden = false, children = [] } = node
    if (hidden) return []
    const shown = visibleMenuOf(children, isKnown)
    const href = hrefOf(node)
    const isOpenable = href !== null || (route === '1' && isKnown(component))
    if (!isOpenable && shown.length === 0) return []
    const redirectTo = shown.length > 0 ? groupRedirect(node, shown) : null
    return [{ path: pathOf(path), component, title: meta.title, icon: meta.icon, href, children: shown, redirectTo }]
  })
}

const pathsBelow = (nodes: readonly VisibleMenuNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? pathsBelow(node.children) : node.href ? [] : [node.path]))

function groupRedirect({ redirect }: MenuNode, children: readonly VisibleMenuNode[]): string | null {
  const paths = pathsBelow(children)
  const wanted = redirect ? pathOf(redirect).toLowerCase() : ''
  return paths.find((path) => path.toLowerCase() === wanted) ?? paths[0] ?? null
}

const COUNTER = 'sessions/StartSession'
/** The pages with a counter. */
export const COUNTER_PAGES: readonly string[] = [COUNTER, 'consume/SysConsumeTool']
const ANALYSIS = 'dashboard/Analysis'

/** The main pages of each identity (`sys_user.identity`): the first permitted one is used. */
const workOf: Readonly<Record<string, readonly string[]>> = {
  '-1': [ANALYSIS],
  '0': [ANALYSIS],
  '1': [ANALYSIS],
  '2': ['dispatch/SysDispatchBoard', 'vehicles/SysVehicleList', 'playbeforepay/SysPlayBeforePayList'],
  '3': [COUNTER],
}

/** The start page after a sign-in without a redirect: on a terminal the counter, elsewhere the main page of the identity. */
export function startOf(pages: readonly MenuPage[], kind: 'terminal' | 'web', identity: string | undefined): string {
  if (kind === 'terminal') return homeOf(pages, kind)
  const work = (workOf[identity ?? ''] ?? []).map((component) => pages.find((page) => page.component === component))
  return work.find((page) => page !== undefined)?.path ?? '/dashboard/workplace'
}

/** The home page among those permitted: the counter on a terminal, the analysis page elsewhere. */
export function homeOf(pages: readonly MenuPage[], kind: 'terminal' | 'web'): string {
  const wanted = kind === 'terminal' ? COUNTER : ANALYSIS
  return (pages.find((page) => page.component === wanted) ?? pages.find((page) => !page.hidden))?.path ?? '/404'
}
