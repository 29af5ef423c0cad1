import { Button, Input, Tree } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { keysOf, searchTree, type TreeItem, toggle } from './tree.calc.ts'
import './tree.css'

interface SearchTreeProps<T extends TreeItem> {
  nodes: readonly T[]
  /** Shows check boxes where set; they are enabled where `onCheck` is set too. */
  checked?: ReadonlySet<string>
  onCheck?: ((checked: Set<string>) => void) | undefined
  /** Whether a check also applies to ancestors and descendants. */
  isLinked?: boolean
  selected?: string | null
  onSelect?(node: T): void
  /** Rendered behind a title. */
  extra?(node: T): ReactNode
}

/** A tree with a search box above it. */
export function SearchTree<T extends TreeItem>(props: SearchTreeProps<T>) {
  const { nodes, checked, onCheck, isLinked = true, selected, onSelect, extra } = props
  const { t } = useText()
  const [word, setWord] = useState('')
  const [opened, setOpened] = useState<string[] | null>(null)
  const found = searchTree(nodes, word)
  const all = keysOf(found)
  // A search expands the ancestors of matches; a small tree starts expanded.
  const expanded = word.trim() !== '' ? all : (opened ?? (all.length <= 40 ? all : found.map(({ key }) => key)))
  const setAll = (keys: string[]) => onCheck?.(new Set(keys))
  return (
    <div className="pl-tree">
      <div className="pl-tree-tools">
        <Input.Search
          aria-label={t('tree.search')}
          placeholder={t('tree.search')}
          allowClear
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <Button size="small" type="text" onClick={() => setOpened(all)}>
          {t('tree.expand')}
        </Button>
        <Button size="small" type="text" onClick={() => setOpened([])}>
          {t('tree.collapse')}
        </Button>
        {checked && onCheck && isLinked ? (
          <>
            <Button size="small" type="text" onClick={() => setAll(keysOf(nodes))}>
              {t('tree.checkAll')}
            </Button>
            <Button size="small" type="text" onClick={() => setAll([])}>
              {t('tree.checkNone')}
            </Button>
          </>
        ) : null}
      </div>
      {found.length === 0 ? <EmptyBlock title={t('tree.none')} /> : null}
      <Tree<T & { children?: never }>
        blockNode
        disabled={checked !== undefined && onCheck === undefined}
        checkable={checked !== undefined}
        checkStrictly
        treeData={found as (T & { children?: never })[]}
        expandedKeys={expanded}
        onExpand={(keys) => setOpened(keys.map(String))}
        checkedKeys={[...(checked ?? [])]}
        onCheck={(_, { node, checked: isOn }) => {
          if (!checked) return
          const next = new Set(checked)
          if (isOn) next.add(node.key)
          else next.delete(node.key)
          onCheck?.(isLinked ? toggle(nodes, checked, node.key, isOn) : next)
        }}
        selectable={onSelect !== undefined}
        selectedKeys={selected ? [selected] : []}
        onSelect={(_, { node }) => onSelect?.(node)}
        titleRender={(node) => (
          <span className="pl-tree-node">
            {node.title} {extra?.(node)}
          </span>
        )}
      />
    </div>
  )
}
