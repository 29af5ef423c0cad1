/** A node of a tree to select from. */
export interface TreeItem {
  key: string
  title: string
  children?: readonly TreeItem[] | null | undefined
}

const below = (node: TreeItem): readonly TreeItem[] => node.children ?? []

/** The keys of nodes and all their descendants. */
export const keysOf = (nodes: readonly TreeItem[]): string[] =>
  nodes.flatMap((node) => [node.key, ...keysOf(below(node))])

/** A tree as a flat list of choices. */
export const optionsOf = (nodes: readonly TreeItem[]): { value: string; label: string }[] =>
  nodes.flatMap((node) => [{ value: node.key, label: node.title }, ...optionsOf(below(node))])

/** The nodes whose title contains a word, with their ancestors. */
export function searchTree<T extends TreeItem>(nodes: readonly T[], word: string): T[] {
  const wanted = word.trim().toLowerCase()
  if (wanted === '') return [...nodes]
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node]
    const children = searchTree(below(node), wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The titles of keys, in the order of the tree. */
export const titlesOf = (nodes: readonly TreeItem[], keys: ReadonlySet<string>): string[] =>
  nodes.flatMap((node) => [...(keys.has(node.key) ? [node.title] : []), ...titlesOf(below(node), keys)])

/** The node of a key. */
export function nodeOf<T extends TreeItem>(nodes: readonly T[], key: string): T | undefined {
  // Children have the same type as their parent.
  return pathTo(nodes, key).at(-1) as T | undefined
}

/** The nodes from the root to a key, inclusive; empty where it does not exist. */
function pathTo(nodes: readonly TreeItem[], key: string): TreeItem[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const path = pathTo(below(node), key)
    if (path.length > 0) return [node, ...path]
  }
  return []
}

/**
 * The checked keys after a toggle. Descendants follow; ancestors are checked too, because a node cannot be reached without
 * its parent, and they stay checked when the node is unchecked.
 */
export function toggle(
  nodes: readonly TreeItem[],
  checked: ReadonlySet<string>,
  key: string,
  isOn: boolean,
): Set<string> {
  const path = pathTo(nodes, key)
  const node = path.at(-1)
  if (!node) return new Set(checked)
  const own = keysOf([node])
  if (isOn) return new Set([...checked, ...path.map((one) => one.key), ...own])
  return new Set([...checked].filter((one) => !own.includes(one)))
}
