import { DownloadOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useNarrow } from '#renderer/core/hooks.ts'
import { isTextKey, type Translate, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ListViewMenu } from '#renderer/ui/list/list-view-menu.tsx'
import { useExport } from '#renderer/ui/workbook/export.ts'
import { ImportButton } from '#renderer/ui/workbook/import.tsx'
import { TransferProgress } from '#renderer/ui/workbook/transfer.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { AdvancedDialog } from './crud-advanced.tsx'
import { nameOf } from './crud-cell.tsx'
import { ColumnChoice, useColumnChoice } from './crud-columns.tsx'
import { type Crud, refreshList } from './crud-data.ts'
import { CrudDetail } from './crud-detail.tsx'
import { CrudFormDialog } from './crud-form.tsx'
import { CrudHistory } from './crud-history.tsx'
import { SelectionLine, useConfirmation } from './crud-remove.tsx'
import { CrudRows } from './crud-rows.tsx'
import { contentOf, stateOf } from './crud-state.ts'
import {
  type ColumnInput,
  type CrudActions,
  type CrudColumn,
  type CrudName,
  columnsOf,
  contractOf,
  type FieldName,
  type NamedForm,
  type RowAction,
  type RowOf,
  useContract,
  type Values,
} from './crud-types.ts'
import { useOpenedRow } from './opened-row.ts'
import './crud.css'

export interface CrudBlockProps<N extends CrudName> {
  columns: readonly ColumnInput<RowOf<N>>[]
  form?: NamedForm<RowOf<N>>
  actions?: CrudActions<RowOf<N>>
  /** The empty-state text; defaults to `empty.<resource>`. */
  emptyHint?: TextKey
  /** Rendered below the list, for example the totals of the search. */
  foot?(query: Values): ReactNode
}

interface PlacedProps<N extends CrudName> extends CrudBlockProps<N> {
  crud: Crud<N>
  /** The name of an exported file. */
  title: string
  /** The offset of the sticky table header in px. */
  headAt?: number
}

/** The empty-state text: the list's own, else the resource's. */
function emptyHintOf(t: Translate, resource: string, own: TextKey | undefined): string | undefined {
  const key: string = own ?? `empty.${resource}`
  return isTextKey(key) ? t(key) : undefined
}

/** A resource's buttons, list, detail view and dialogs without the search row: for pages, panels and drawers. */
export function CrudBlock<N extends CrudName>(props: PlacedProps<N>) {
  const { crud, title, columns: given, form, actions, emptyHint, foot, headAt } = props
  type Row = RowOf<N>
  const { t } = useText()
  const isPhone = useNarrow(768)
  const { name: resource, may, state, turn } = crud
  const { labels = {} } = useContract(resource).list ?? {}
  const columns = useMemo(() => columnsOf(given, labels), [given, labels])
  const { shown, chosen, choose } = useColumnChoice(crud, columns)
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<Row | null>(null)
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null)
  const [isAdvanced, setAdvanced] = useState(false)
  const files = useExport()
  const ask = useConfirmation()
  const mayAudit = useMay('audit:list')

  useOpenedRow<Row>(crud.records, crud.isOfAddress, setOpened)

  const noun = form ? t(form.noun) : ''
  const seen = useNames(columns, crud.records)
  const undo = actions?.undo ?? crud.undo
  const drop = (ids: string[], question: string) =>
    ask(
      question,
      async (reason) => {
        const text = await crud.remove(ids, reason)
        setSelected((old) => old.filter((id) => !ids.includes(id)))
        actions?.changed?.()
        if (!undo) return text
        const bringBack = async () => {
          const answer = await undo(ids)
          await refreshList(resource)
          actions?.changed?.()
          return answer
        }
        return { text, undo: bringBack }
      },
      {
        ok: t('action.delete'),
        asksReason: true,
        ...(undo ? {} : { hint: t('crud.final') }),
        names: ids.length > 1 ? ids.map((id) => seen.get(id) ?? id) : [],
      },
    )
  const save: Parameters<typeof CrudFormDialog>[0]['onSave'] = async (body) => {
    const answer = await crud.save(body, editing?.row?.id ?? null)
    actions?.changed?.()
    return answer
  }
  const isOpen = (row: Row) => actions?.isOpen?.(row) ?? true
  const actionsOf = (row: Row): RowAction[] => [
    ...(form && may('edit') && isOpen(row)
      ? [{ key: 'edit', label: t('crud.edit'), act: () => setEditing({ row }) }]
      : []),
    ...(actions?.row?.(row) ?? []),
    ...(may('delete') && isOpen(row)
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            danger: true,
            act: () => void drop([row.id], t('crud.deleteAsk', { noun, name: nameOf(columns, row) })),
          },
        ]
      : []),
  ]
  const hasActions = (form !== undefined && may('edit')) || may('delete') || actions?.row !== undefined
  const batch = actions?.batch ?? []
  const canSelect = may('deleteBatch') || may('exportXls') || batch.length > 0
  const asked = queryFields(resource)
  const advanced = columns.filter(({ name }) => asked.has(name))
  const canAsk = asked.has('superQueryParams') && advanced.length > 0
  const canAdd = form !== undefined && may('add')
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null })}>
      {t('crud.add')}
    </Button>
  )
  const addFirst = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null })}>
      {noun === '' ? t('crud.add') : t('crud.addFirst', { noun })}
    </Button>
  )
  const isFiltered = state.advanced !== null || Object.values(state.filters).some(Boolean)
  const empty = isFiltered ? (
    <EmptyBlock
      title={t('crud.none')}
      hint={t('crud.noneFound')}
      action={<Button onClick={() => turn({ filters: {}, advanced: null, pageNo: 1 })}>{t('crud.showAll')}</Button>}
    />
  ) : (
    <EmptyBlock
      title={noun === '' ? t('crud.none') : t('crud.noneOf', { noun })}
      hint={emptyHintOf(t, resource, emptyHint) ?? (canAdd ? t('crud.noneYet') : undefined)}
      action={canAdd ? addFirst : undefined}
    />
  )
  const historyOf = (row: Row) => {
    if (!mayAudit) return null
    const own = { kind: contractOf(resource).list?.path.replace(/\/list$/, '') ?? '', id: row.id }
    const subject = actions?.history ? actions.history(row) : own
    const names: Record<string, FieldName> = {
      ...Object.fromEntries(Object.entries(labels).map(([name, label]) => [name, { title: label }])),
      ...Object.fromEntries(columns.map((column) => [column.name, column])),
      ...actions?.names,
    }
    return subject ? <CrudHistory cachedAs={resource} {...subject} names={names} /> : null
  }

  return (
    <>
      <div className="pl-crud-tools">
        {canAdd ? add : null}
        {actions?.head}
        {may('exportXls') ? (
          <Button
            icon={<DownloadOutlined />}
            loading={files.moving !== null}
            onClick={() => files.start({ name: resource, title, query: crud.query, selected, total: crud.total })}
          >
            {t('crud.export')}
          </Button>
        ) : null}
        {form && may('importExcel') ? <ImportButton name={resource} list={title} /> : null}
        <TransferProgress moving={files.moving} />
        <span className="pl-crud-tools-end">
          {canAsk ? (
            <Badge dot={state.advanced !== null}>
              <Button
                icon={<FilterOutlined />}
                title={t('crud.advanced')}
                aria-label={t('crud.advanced')}
                onClick={() => setAdvanced(true)}
              >
                {isPhone ? null : t('crud.advanced')}
              </Button>
            </Badge>
          ) : null}
          <ListViewMenu
            list={resource}
            content={contentOf(state, chosen)}
            onApply={(view) =>
              turn(view ? stateOf(view) : { ...crud.first, isExpanded: state.isExpanded, columns: null })
            }
          />
          {isPhone ? null : <ColumnChoice columns={columns} shown={shown} onChoose={choose} />}
        </span>
      </div>
      {selected.length > 0 ? (
        <SelectionLine
          selected={selected}
          batch={batch}
          onRemove={
            may('deleteBatch') ? () => void drop(selected, t('crud.batchAsk', { count: selected.length })) : null
          }
          onClear={() => setSelected([])}
        />
      ) : null}
      <CrudRows
        crud={crud}
        columns={shown}
        {...(hasActions ? { actionsOf } : {})}
        onOpen={setOpened}
        empty={empty}
        selected={selected}
        onSelect={canSelect ? setSelected : null}
        {...(headAt === undefined ? {} : { headAt })}
      />
      {foot?.(crud.query)}
      {opened ? (
        <CrudDetail
          row={opened}
          title={nameOf(columns, opened) || t('action.detail')}
          columns={columns}
          actions={actionsOf(opened)}
          history={historyOf(opened)}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {editing && form ? (
        <CrudFormDialog
          row={editing.row}
          title={
            editing.row
              ? t('crud.editNamed', { noun, name: nameOf(columns, editing.row) })
              : t('crud.addNamed', { noun })
          }
          form={form}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      ) : null}
      {isAdvanced ? (
        <AdvancedDialog
          fields={advanced}
          value={state.advanced}
          onSearch={(query) => turn({ advanced: query, pageNo: 1 })}
          onClose={() => setAdvanced(false)}
        />
      ) : null}
    </>
  )
}

/** The names of all rows seen so far, because a selection outlives its page. */
function useNames<R extends { id: string }>(columns: readonly CrudColumn<R>[], records: readonly R[]) {
  const names = useRef(new Map<string, string>())
  for (const row of records) names.current.set(row.id, nameOf(columns, row) || row.id)
  return names.current
}

/** The query parameters that the list accepts. */
const queryFields = (name: CrudName): Set<string> => {
  const query = contractOf(name).list?.query as z.ZodObject | undefined
  return new Set(Object.keys(query?.shape ?? {}))
}
