import type { ReactNode } from 'react'
import type { Translate } from '#renderer/core/locale.ts'
import { useText } from '#renderer/core/locale.ts'
import { CrudTable, type ListData } from '#renderer/ui/crud-table.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud-types.ts'
import { Money } from '#renderer/ui/money.tsx'
import { StateTag } from '#renderer/ui/state-tag.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { canDelete, canEdit, canLink, canSettle, settleWord, ticketsOf } from './play-records.calc.ts'
import type { RecordActions } from './record-actions.ts'
import { useRecordFilters } from './record-filters.ts'

export interface RecordListProps {
  records: PlayRecord[]
  total: number
  counted: boolean | undefined
  isPending: boolean
  isFetching: boolean
  actions: RecordActions
  empty: ReactNode
}

interface TableOfRecordsProps extends RecordListProps {
  selected: string[]
  /** Null when nothing can be done with a selection. */
  onSelect: ((ids: string[]) => void) | null
}

/** The list on a wide screen; the server sorts and pages. */
export function PlayRecordTable({ actions, empty, selected, onSelect, ...list }: TableOfRecordsProps) {
  const { t } = useText()
  return (
    <CrudTable
      crud={useRecordList(list)}
      columns={columnsOf(t)}
      actionsOf={(record) => actionsOf(t, actions, record)}
      selected={selected}
      onSelect={onSelect}
      canSelect={canDelete}
      labelOf={({ ticketNo, id }) => ticketNo || id}
      empty={empty}
    />
  )
}

/** The records as every list shows its rows. */
export function useRecordList(
  list: Pick<RecordListProps, 'records' | 'total' | 'counted' | 'isPending' | 'isFetching'>,
): ListData<PlayRecord> {
  const { query, turn } = useRecordFilters()
  const { records, total, counted, isPending, isFetching } = list
  return {
    state: query,
    first: { column: 'createTime', order: 'desc' },
    turn,
    list: { isPending: isPending || (isFetching && records.length === 0), isPlaceholderData: false },
    records,
    total,
    counted,
  }
}

/** Spec §2: a settled record can only be looked at. */
export const actionsOf = (
  t: Translate,
  { deduct, link, edit, remove, open, manages }: RecordActions,
  record: PlayRecord,
): RowAction[] => [
  ...(link && canLink(record, manages) ? [{ key: 'link', label: t('link.action'), act: () => link(record) }] : []),
  ...(deduct && canSettle(record, manages)
    ? [{ key: 'deduct', label: t(settleWord(record)), act: () => deduct(record) }]
    : []),
  ...(edit && canEdit(record) ? [{ key: 'edit', label: t('records.edit'), act: () => edit(record) }] : []),
  { key: 'open', label: t('action.detail'), act: () => open(record) },
  ...(remove && canDelete(record)
    ? [{ key: 'delete', label: t('action.delete'), danger: true, act: () => remove(record) }]
    : []),
]

type Column = CrudColumn<PlayRecord>

/** What one looks for first stands first; the ids are in the detail. */
const columnsOf = (t: Translate): Column[] => [
  { name: 'createTime', title: 'records.createTime', sorter: true },
  { name: 'ticketNo', title: 'records.ticket', render: ticketsOf },
  {
    name: 'playState',
    title: 'records.state',
    sorter: true,
    render: ({ playState }) => <StateTag state={playState} />,
  },
  { name: 'price', title: 'records.price', align: 'right', render: ({ price }) => <Money value={price} /> },
  { name: 'cheshou', title: 'records.racer', sorter: true, width: 120 },
  { name: 'vehicleName', title: 'records.vehicle', width: 110 },
  { name: 'roleName', title: 'records.ruleName', sorter: true, width: 160 },
  { name: 'userId', title: 'records.userId', sorter: true },
  { name: 'userNickname', title: 'records.nickname', width: 120 },
  { name: 'userTruenmae', title: 'records.realname', width: 120 },
  { name: 'consumeType', title: 'records.type', render: ({ consumeType }) => t(`type.${consumeType}`) },
  {
    name: 'consumeVehicleMode',
    title: 'records.mode',
    render: ({ consumeVehicleMode }) => t(`mode.${consumeVehicleMode}`),
  },
  { name: 'countCycleNumber', title: 'records.laps', align: 'right' },
  { name: 'duration', title: 'records.minutes', align: 'right' },
  { name: 'sysOrgCode_dictText', title: 'records.store' },
  { name: 'remark', title: 'records.remark', width: 160 },
]
