import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudHistory } from '#renderer/ui/crud/crud-history.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import type { FieldName, NamedForm, SheetName, Values } from '#renderer/ui/crud/crud-types.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { nodeOf, type TreeItem } from './tree.calc.ts'
import { DetailWaiting, TreePanel } from './tree-panel.tsx'
import { TreeWorkbooks } from './tree-workbooks.tsx'
import '#renderer/ui/crud/crud.css'
import './tree.css'

/** The calls of a tree; an absent call is not offered. Each resolves to the message to show. */
interface TreeCalls<T> {
  addTop?: ((values: Values) => Promise<string>) | undefined
  addBelow?: ((values: Values, parent: T) => Promise<string>) | undefined
  edit?: ((values: Values, node: T) => Promise<string>) | undefined
  remove?: ((node: T, reason: string) => Promise<string>) | undefined
}

interface TreePageProps<T extends TreeItem> {
  title: TextKey
  /** The query key of the tree. */
  name: string
  /** The path of the resource's calls, where a node's history can be shown. */
  kind?: string
  /** The labels of the fields, for the history. */
  names?: Record<string, FieldName>
  /** The resource that exports and imports this tree. */
  sheets?: SheetName
  /** Further buttons in the header. */
  head?: ReactNode
  /** Rendered behind a node's title. */
  mark?(node: T): ReactNode
  /** Whether a node may have children; by default always. */
  mayHold?(node: T): boolean
  load(): Promise<T[]>
  form: NamedForm<T>
  detail(node: T): ReactNode
  calls: TreeCalls<T>
}

/** A tree with the details of the selected node next to it. */
export function TreePage<T extends TreeItem>(props: TreePageProps<T>) {
  const { title, name, sheets, kind, names = {}, mark, mayHold, load, form, detail, calls, head } = props
  const { t } = useText()
  const mayAudit = useMay('audit:list')
  const ask = useConfirmation()
  const [chosenKey, setChosenKey] = useProgramState<string | null>(`tree ${name}`, null)
  const [editing, setEditing] = useState<{ node: T | null; parent: T | null } | null>(null)
  const tree = useQuery({ queryKey: ['crud', name, 'tree'], queryFn: load })
  const nodes = tree.data ?? []
  const chosen = (chosenKey === null ? undefined : nodeOf(nodes, chosenKey)) ?? nodes[0]
  const { addTop, addBelow, edit, remove } = calls
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['crud', name] })

  const save = async (values: Values) => {
    const { node, parent } = editing ?? {}
    const answer = node ? edit?.(values, node) : parent ? addBelow?.(values, parent) : addTop?.(values)
    const text = (await answer) ?? ''
    await refresh()
    return text
  }
  const drop = (node: T) =>
    ask(
      t('tree.deleteAsk', { noun: t(form.noun), name: node.title }),
      async (reason) => {
        const answer = (await remove?.(node, reason)) ?? ''
        setChosenKey(() => null)
        await refresh()
        return answer
      },
      { ok: t('action.delete'), asksReason: true, hint: t('crud.final') },
    )
  return (
    <div className="pl-page">
      <PageHead title={t(title)}>
        {head}
        {sheets ? <TreeWorkbooks name={sheets} title={t(title)} nodes={nodes} /> : null}
        {addTop ? (
          <Button icon={<PlusOutlined />} onClick={() => setEditing({ node: null, parent: null })}>
            {t('tree.addTop')}
          </Button>
        ) : null}
        {addBelow && chosen && (mayHold?.(chosen) ?? true) ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ node: null, parent: chosen })}>
            {t('tree.addBelow')}
          </Button>
        ) : null}
      </PageHead>
      <div className="pl-beside">
        <TreePanel
          title={t(title)}
          tree={tree}
          selected={chosen?.key ?? null}
          onSelect={(key) => setChosenKey(() => key)}
          {...(mark ? { mark } : {})}
        />
        {tree.isPending ? <DetailWaiting /> : null}
        {chosen ? (
          <section className="pl-panel pl-tree-detail" aria-label={t('action.detail')}>
            <div className="pl-crud-tools">
              <h2>{chosen.title}</h2>
              <span className="pl-crud-tools-end">
                {edit ? (
                  <Button onClick={() => setEditing({ node: chosen, parent: null })}>{t('crud.edit')}</Button>
                ) : null}
                {remove ? (
                  <Button danger onClick={() => void drop(chosen)}>
                    {t('action.delete')}
                  </Button>
                ) : null}
              </span>
            </div>
            {detail(chosen)}
            {kind && mayAudit ? (
              <NodeHistory key={chosen.key} cachedAs={name} kind={kind} id={chosen.key} names={names} />
            ) : null}
          </section>
        ) : null}
      </div>
      {editing ? (
        <CrudFormDialog
          row={editing.node}
          title={
            editing.node
              ? t('crud.editNamed', { noun: t(form.noun), name: editing.node.title })
              : t(editing.parent ? 'tree.addBelowOf' : 'crud.addNamed', {
                  noun: t(form.noun),
                  name: editing.parent?.title,
                })
          }
          form={form}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </div>
  )
}

/** The history of a node, loaded on demand. */
function NodeHistory(history: Parameters<typeof CrudHistory>[0]) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <CrudHistory {...history} />
  return (
    <div>
      <Button type="link" className="pl-crud-open" onClick={() => setOpen(true)}>
        {t('crud.history')}
      </Button>
    </div>
  )
}
