import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { TreeItem } from './tree.calc.ts'
import { SearchTree } from './tree.tsx'

/** The query result of a tree. */
interface FetchedTree<T> {
  data: readonly T[] | undefined
  error: unknown
  isPending: boolean
  refetch(): unknown
}

interface TreePanelProps<T extends TreeItem> {
  title: string
  tree: FetchedTree<T>
  selected: string | null
  onSelect(key: string): void
  /** Rendered behind a node's title. */
  mark?(node: T): ReactNode
}

/** The tree next to the details of the selected node. */
export function TreePanel<T extends TreeItem>({ title, tree, selected, onSelect, mark }: TreePanelProps<T>) {
  const { t } = useText()
  const nodes = tree.data ?? []
  return (
    <section className="pl-panel" aria-label={title} aria-busy={tree.isPending}>
      {tree.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {tree.error && !tree.data ? <ErrorBlock error={tree.error} retry={() => void tree.refetch()} /> : null}
      {tree.data?.length === 0 ? <EmptyBlock title={t('crud.none')} /> : null}
      {nodes.length > 0 ? (
        <SearchTree
          nodes={nodes}
          selected={selected}
          onSelect={({ key }) => onSelect(key)}
          {...(mark ? { extra: mark } : {})}
        />
      ) : null}
    </section>
  )
}

/** The placeholder of the details while the tree is loading. */
export const DetailWaiting = () => (
  <section className="pl-panel" aria-busy="true">
    <Skeleton active paragraph={{ rows: 12 }} />
  </section>
)
