import { DownloadOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useNarrow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { EmptyBlock, ErrorBlock } from './blocks.tsx'
import { AdvancedDialog } from './crud-advanced.tsx'
import { CrudCards } from './crud-cards.tsx'
import { ColumnChoice, useColumnChoice } from './crud-columns.tsx'
import { useCrud } from './crud-data.ts'
import { CrudDetail } from './crud-detail.tsx'
import { CrudFormDialog } from './crud-form.tsx'
import { CrudHistory } from './crud-history.tsx'
import { SelectionLine, useAskFirst } from './crud-remove.tsx'
import { CrudSearch } from './crud-search.tsx'
import { CrudTable } from './crud-table.tsx'
import {
  type CrudActions,
  type CrudColumn,
  type CrudForm,
  type CrudName,
  contractOf,
  type RowAction,
  type RowOf,
} from './crud-types.ts'
import { useExport } from './export.ts'
import { ImportButton } from './import.tsx'
import { PageHead } from './page-head.tsx'
import './crud.css'

interface CrudPageProps<N extends CrudName> {
  /** The resource by its name among the contracts; its calls and their access decide which buttons there are. */
  resource: N
  title: TextKey
  columns: CrudColumn<RowOf<N>>[]
  filters?: ReactNode
  form?: CrudForm<RowOf<N>>
  actions?: CrudActions<RowOf<N>>
}

/** The page of a plain resource (spec §2, generic list behaviour). */
export function CrudPage<N extends CrudName>({ resource, title, columns, filters, form, actions }: CrudPageProps<N>) {
  type Row = RowOf<N>
  const { t } = useText()
  const isPhone = useNarrow(768)
  const crud = useCrud(resource)
  const { may, state, turn, list } = crud
  const { shown, choose } = useColumnChoice(resource, columns)
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<Row | null>(null)
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null)
  const [isAdvanced, setAdvanced] = useState(false)
  const files = useExport()
  const ask = useAskFirst()
  const mayAudit = useMay('audit:list')

  const drop = (ids: string[], question: string) =>
    ask(question, async () => {
      const said = await crud.remove(ids)
      setSelected((old) => old.filter((id) => !ids.includes(id)))
      return said
    })
  const isOpen = (row: Row) => actions?.isOpen?.(row) ?? true
  const actionsOf = (row: Row): RowAction[] => [
    ...(form && may('edit') && isOpen(row)
      ? [{ key: 'edit', label: t('crud.edit'), act: () => setEditing({ row }) }]
      : []),
    ...(may('delete') && isOpen(row)
      ? [
          {
            key: 'delete',
            label: t('action.delete'),
            danger: true,
            act: () => void drop([row.id], t('crud.deleteAsk')),
          },
        ]
      : []),
    ...(actions?.row?.(row) ?? []),
  ]
  const batch = actions?.batch ?? []
  const canSelect = may('deleteBatch') || may('exportXls') || batch.length > 0
  const asked = queryFields(resource)
  const advanced = columns.filter(({ name }) => asked.has(name))
  const canAsk = asked.has('superQueryParams') && advanced.length > 0
  const empty = (
    <EmptyBlock
      title={t('crud.none')}
      hint={t(Object.keys(state.filters).length > 0 || state.advanced ? 'crud.noneFound' : 'crud.noneYet')}
    />
  )
  const props = { crud, columns: shown, actionsOf, onOpen: setOpened, empty, selected }

  return (
    <div className="pl-page">
      <PageHead title={t(title)}>
        <CrudSearch
          filters={filters}
          value={state.filters}
          isExpanded={state.isExpanded}
          onExpand={(isExpanded) => turn({ isExpanded })}
          onSearch={(found) => {
            crud.look(found)
            // Asking again for the same is a wish to see what is new.
            void list.refetch()
          }}
        />
      </PageHead>
      <div className="pl-crud-tools">
        {form && may('add') ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing({ row: null })}>
            {t('crud.add')}
          </Button>
        ) : null}
        {actions?.head}
        {may('exportXls') ? (
          <Button
            icon={<DownloadOutlined />}
            loading={files.isBusy}
            onClick={() =>
              files.start({ name: resource, title: t(title), query: crud.query, selected, total: crud.total })
            }
          >
            {t('crud.export')}
          </Button>
        ) : null}
        {may('importExcel') ? <ImportButton name={resource} /> : null}
        <span className="pl-crud-tools-end">
          {canAsk ? (
            <Badge dot={state.advanced !== null}>
              <Button icon={<FilterOutlined />} onClick={() => setAdvanced(true)}>
                {t('crud.advanced')}
              </Button>
            </Badge>
          ) : null}
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
      {list.error && !list.data ? (
        <div className="pl-panel">
          <ErrorBlock error={list.error} retry={() => void list.refetch()} />
        </div>
      ) : isPhone ? (
        <CrudCards {...props} onSelect={null} />
      ) : (
        <CrudTable {...props} onSelect={canSelect ? setSelected : null} />
      )}
      {opened ? (
        <CrudDetail
          row={opened}
          title={t('action.detail')}
          columns={columns}
          actions={actionsOf(opened)}
          history={mayAudit ? <CrudHistory name={resource} id={opened.id} columns={columns} /> : null}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {editing && form ? (
        <CrudFormDialog
          row={editing.row}
          title={t(editing.row ? 'crud.edit' : 'crud.add')}
          form={form}
          onSave={(body) => crud.save(body, editing.row?.id ?? null)}
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
    </div>
  )
}

/** What the list may be asked by. */
const queryFields = (name: CrudName): Set<string> => {
  const query = contractOf(name).list?.query as z.ZodObject | undefined
  return new Set(Object.keys(query?.shape ?? {}))
}
