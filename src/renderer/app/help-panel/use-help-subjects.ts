import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { isSamePath } from '#renderer/app/menu/menu-paths.calc.ts'
import { usePages } from '#renderer/app/menu/use-pages.ts'
import { createLive } from '#renderer/core/emitter.ts'
import { useLive } from '#renderer/core/hooks.ts'
import { useSession } from '#renderer/core/session.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { helpNameOf } from '#shared/help/help-files.ts'
import { LOCK_HELP, PUBLIC_HELP, TERMINAL_HELP, TOPICS } from './help-topics.ts'

const neverLocked = createLive({ locked: false, takesBadge: false })

interface HelpSubjects {
  /** The name of the help of the screen that is shown; null where it has none. */
  subject: string | null
  /** The help that the user may read, and the path of its page; null for help without a page to go to. */
  pathOf: ReadonlyMap<string, string | null>
}

/** What the shown screen's help is, and which help the user may read: that of the pages that the user may open. */
export function useHelpSubjects(): HelpSubjects {
  const platform = usePlatform()
  const { pathname } = useLocation()
  const pages = usePages()
  const isSignedIn = useSession(({ session }) => Boolean(session && !session.mustChooseStore))
  const { locked } = useLive(platform.lock?.state ?? neverLocked)
  return useMemo(() => {
    const at = (paths: Readonly<Record<string, string>>) =>
      Object.entries(paths).find(([path]) => isSamePath(path, pathname))?.[1] ?? null
    if (!isSignedIn) {
      return {
        subject: at(PUBLIC_HELP),
        pathOf: new Map(Object.entries(PUBLIC_HELP).map(([path, name]) => [name, path])),
      }
    }
    const pathOf = new Map<string, string | null>([[LOCK_HELP, null]])
    for (const { path, component } of pages) pathOf.set(helpNameOf(component), path)
    // Owners read in a browser how a counter is set up.
    for (const [path, name] of Object.entries(TERMINAL_HELP)) pathOf.set(name, platform.settings ? path : null)
    for (const [name, { of, search }] of Object.entries(TOPICS)) {
      const page = pages.find(({ component }) => component === of)
      if (of === null || page) pathOf.set(name, page && search ? page.path + search : null)
    }
    if (locked) return { subject: LOCK_HELP, pathOf: new Map([...pathOf.keys()].map((name) => [name, null])) }
    const page = pages.find(({ path }) => isSamePath(path, pathname))
    return { subject: page ? helpNameOf(page.component) : at(platform.settings ? TERMINAL_HELP : {}), pathOf }
  }, [platform, pathname, pages, isSignedIn, locked])
}
