import type { Registry, SliceManifest } from './slice.ts'

/** Merges the slices' manifests. Throws if two of them declare the same name, which stops the start. */
export function collect(manifests: readonly SliceManifest[]): Registry {
  const byName = <T>(what: string, pick: (manifest: SliceManifest) => Readonly<Record<string, T>> | undefined) => {
    const found = new Map<string, T>()
    for (const manifest of manifests) {
      for (const [name, value] of Object.entries(pick(manifest) ?? {})) {
        if (found.has(name)) throw new Error(`${what} ${name} is in two slices; the second is ${manifest.name}.`)
        found.set(name, value)
      }
    }
    return found
  }
  const named = <T extends object>(items: readonly T[], name: (item: T) => string): Record<string, T> =>
    Object.fromEntries(items.map((item) => [name(item), item]))
  const menus = byName('The menu entry', ({ menus: own = [] }) => named(own, ({ id }) => id))
  const dictionaries = byName('The dictionary', ({ dictionaries: own = [] }) => named(own, ({ code }) => code))
  return {
    actions: byName('The action', ({ actions }) => actions),
    menus: [...menus.values()].sort((one, other) => one.order - other.order),
    dictionaries: [...dictionaries.values()],
    jobs: byName('The job', ({ jobs }) => jobs),
    topics: new Set(manifests.flatMap(({ topics = [] }) => topics)),
    ruledLists: byName('The ruled list', ({ ruledLists }) => ruledLists),
    uniqueColumns: byName('The unique columns of', ({ uniqueColumns }) => uniqueColumns),
    searched: byName('The searched kind', ({ searched: own = [] }) => named(own, ({ kind }) => kind)),
    personOnly: new Set(manifests.flatMap(({ personOnly = [] }) => personOnly)),
    tableDictionaries: byName('The table dictionary', ({ tableDictionaries }) => tableDictionaries),
    copiedTables: manifests.flatMap(({ copiedTables = [] }) => copiedTables),
    paidOrders: byName('The kind of paid orders', ({ paidOrders: own }) => own && { [own.kind]: own }),
    refundEnds: manifests.flatMap(({ refundEnded }) => refundEnded ?? []),
    referredMembers: manifests.flatMap(({ memberReferred }) => memberReferred ?? []),
  }
}
