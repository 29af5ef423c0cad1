import type { ReactNode } from 'react'
import { client } from '#renderer/core/client.ts'
import type { Translate } from '#renderer/core/locale.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudTable, type ListData } from '#renderer/ui/crud/crud-table.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud/crud-types.ts'
import { PrintedRows } from '#renderer/ui/print/printed-rows.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { canDelete, canEdit, canLink, canSettle, settleLabel } from './play-records.calc.ts'
import type { RecordActions } from './record-actions.ts'
import { useRecordFilters } from './record-filters.ts'

export interface RecordListProps {
  records: PlayRecord[]
  total: number
  counted: boolean | undefined
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  actions: RecordActions
  empty: ReactNode
}

interface TableOfRecordsProps extends RecordListProps {
  columns: CrudColumn<PlayRecord>[]
  selected: string[]
  /** Null when rows cannot be selected. */
  onSelect: ((ids: string[]) => void) | null
}

/** The list on a wide screen; the server sorts and pages. */
export function PlayRecordTable({ actions, columns, empty, selected, onSelect, ...list }: TableOfRecordsProps) {
  const { t } = useText()
  return (
    <CrudTable
      crud={useRecordList(list)}
      columns={columns}
      actionsOf={(record) => actionsOf(t, actions, record)}
      selected={selected}
      onSelect={onSelect}
      canSelect={canDelete}
      labelOf={({ ticketNo, id }) => ticketNo || id}
      empty={empty}
    />
  )
}

/** The list on paper. */
export const PrintedRecords = ({ columns, ...list }: RecordCounts & { columns: CrudColumn<PlayRecord>[] }) => (
  <PrintedRows crud={useRecordList(list)} columns={columns} />
)

type RecordCounts = Pick<
  RecordListProps,
  'records' | 'total' | 'counted' | 'isPending' | 'isFetching' | 'isPlaceholderData'
>

/** The columns that all lists of records share. */
export function useRecordList(list: RecordCounts): ListData<PlayRecord> {
  const { query, turn } = useRecordFilters()
  const { records, total, counted, isPending, isFetching, isPlaceholderData } = list
  return {
    read: async (page) => (await client.playBeforePay.list({ query: { ...query, ...page } })).result,
    state: query,
    first: { column: 'createTime', order: 'desc' },
    turn,
    list: { isPending: isPending || (isFetching && records.length === 0), isPlaceholderData },
    records,
    total,
    counted,
  }
}

/** Row actions; a settled record can only be viewed (spec §2). */
export const actionsOf = (
  t: Translate,
  { deduct, link, edit, remove, open, manages }: RecordActions,
  record: PlayRecord,
): RowAction[] => [
  ...(link && canLink(record, manages) ? [{ key: 'link', label: t('link.action'), act: () => link(record) }] : []),
  ...(deduct && canSettle(record, manages)
    ? [{ key: 'deduct', label: t(settleLabel(record)), act: () => deduct(record) }]
    : []),
  ...(edit && canEdit(record) ? [{ key: 'edit', label: t('records.edit'), act: () => edit(record) }] : []),
  { key: 'open', label: t('action.detail'), act: () => open(record) },
  ...(remove && canDelete(record)
    ? [{ key: 'delete', label: t('action.delete'), danger: true, act: () => remove(record) }]
    : []),
]
