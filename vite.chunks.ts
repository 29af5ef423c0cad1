import type { Rolldown } from 'vite'

/** So many pages and dialogs make a module everybody's: whoever opens one of them needs it again for the next. */
const EVERYBODYS = 6

/** Everything that a module brings along at once, itself included. */
function broughtBy(entry: string, graph: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>()
  const open = [entry]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * What comes as one file, because a hundred small ones would each wait for their turn: what is needed before anybody has signed in, and
 * what most pages share. A page and what a press brings stay files of their own, and so do the texts of each language.
 *
 * `apart` is a module that another window begins with: what it needs is a file without the rest, and above all without what begins the
 * first window.
 */
export function chunkGroups(apart?: string): Rolldown.CodeSplittingGroup[] {
  const isText = (id: string): boolean => id.includes('/src/shared/i18n/')
  let ofApart: Set<string> | undefined
  const isApart = (id: string, graph: Rolldown.ChunkingContext): boolean => {
    if (!apart) return false
    ofApart ??= broughtBy(apart, graph)
    return ofApart.has(id)
  }
  return [
    { debugName: 'apart', name: (id, graph) => (isApart(id, graph) ? 'apart' : null), priority: 3 },
    { name: 'start', tags: ['$initial'], priority: 2 },
    { name: 'common', test: (id) => !isText(id), minShareCount: EVERYBODYS, priority: 1 },
  ]
}
