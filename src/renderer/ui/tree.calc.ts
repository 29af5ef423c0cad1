/** A node of any tree that people choose from. */
export interface TreeItem {
  key: string
  title: string
  children?: readonly TreeItem[] | null | undefined
}

const below = (node: TreeItem): readonly TreeItem[] => node.children ?? []

/** A node's key with those of everything below it. */
export const keysOf = (nodes: readonly TreeItem[]): string[] =>
  nodes.flatMap((node) => [node.key, ...keysOf(below(node))])

/** A tree as a flat list of choices. */
export const optionsOf = (nodes: readonly TreeItem[]): { value: string; label: string }[] =>
  nodes.flatMap((node) => [{ value: node.key, label: node.title }, ...optionsOf(below(node))])

/** The nodes whose title contains a word, with the way to them. */
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
  // What is below a node is of its own kind.
  return wayTo(nodes, key).at(-1) as T | undefined
}

/** The nodes from the top to a key, that one last; none where it is not there. */
function wayTo(nodes: readonly TreeItem[], key: string): TreeItem[] {
  for (const node of nodes) {
    if (node.key === key) return [node]
    const way = wayTo(below(node), key)
    if (way.length > 0) return [node, ...way]
  }
  return []
}

/**
 * The checked keys after one was switched. What is below follows; what is above is switched on with it, because nothing
 * can be reached whose parent cannot, and stays on when it is switched off.
 */
export function toggle(
  nodes: readonly TreeItem[],
  checked: ReadonlySet<string>,
  key: string,
  isOn: boolean,
): Set<string> {
  const way = wayTo(nodes, key)
  const node = way.at(-1)
  if (!node) return new Set(checked)
  const own = keysOf([node])
  if (isOn) return new Set([...checked, ...way.map((one) => one.key), ...own])
  return new Set([...checked].filter((one) => !own.includes(one)))
}
