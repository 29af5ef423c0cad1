import { useMemo } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useColumnChoice } from '#renderer/ui/crud/crud-columns.tsx'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import type { CrudColumn, Option } from '#renderer/ui/crud/crud-types.ts'
import { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import { type PlayRecord, PlayState, RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { playRecordFields, playRecordNames } from '#shared/features/sessions/play-record-search.schema.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { Cost } from './cost.tsx'
import { RecordState } from './record-state.tsx'

type Column = CrudColumn<PlayRecord>
type Say = (key: TextKey) => string

const optionsOf = <V extends string>(t: Say, values: readonly V[], keyOf: (value: V) => TextKey): Option[] =>
  values.map((value) => ({ value, label: t(keyOf(value)) }))

/** The most important columns first; ids and users are hidden by default. */
const columnsIn = (t: Say): Column[] => [
  { name: 'createTime', title: 'records.createTime', sorter: true },
  { name: 'ticketNo', title: 'records.ticket', sorter: true, render: ticketsOf },
  {
    name: 'playState',
    title: 'records.state',
    sorter: true,
    options: optionsOf(t, PlayState.options, (value) => `state.${value}`),
    render: (record) => <RecordState record={record} />,
  },
  { name: 'price', title: 'records.price', sorter: true, align: 'right', render: (record) => <Cost record={record} /> },
  { name: 'racer', title: 'records.racer', sorter: true, width: 120 },
  { name: 'vehicleName', title: 'records.vehicle', sorter: true, width: 110 },
  { name: 'roleName', title: 'records.ruleName', sorter: true, width: 160 },
  { name: 'userId', title: 'records.userId', sorter: true },
  { name: 'userNickname', title: 'records.nickname', sorter: true, width: 120 },
  { name: 'userTruenmae', title: 'records.realname', sorter: true, width: 120 },
  {
    name: 'consumeType',
    title: 'records.type',
    sorter: true,
    options: optionsOf(t, ConsumeType.options, (value) => `type.${value}`),
    render: ({ consumeType }) => t(`type.${consumeType}`),
  },
  {
    name: 'consumeVehicleMode',
    title: 'records.mode',
    sorter: true,
    options: optionsOf(t, RunMode.options, (value) => `mode.${value}`),
    render: ({ consumeVehicleMode }) => t(`mode.${consumeVehicleMode}`),
  },
  { name: 'countCycleNumber', title: 'records.laps', sorter: true, align: 'right' },
  { name: 'duration', title: 'records.minutes', sorter: true, align: 'right' },
  { name: 'sysOrgCode_dictText', title: 'records.store', sorter: true },
  { name: 'remark', title: 'records.remark', sorter: true, width: 160 },
  { name: 'people', title: 'records.people', sorter: true, align: 'right', optional: true },
  { name: 'cashierName', title: 'records.cashier', sorter: true, optional: true },
  { name: 'operatorName', title: 'records.operator', sorter: true, optional: true },
  { name: 'terminalName', title: 'records.terminal', sorter: true, optional: true },
  { name: 'id', title: 'records.recordId', sorter: true, optional: true, width: 300 },
  { name: 'gameLogId', title: 'records.gameLogId', sorter: true, optional: true, width: 300 },
  { name: 'rechargeId', title: 'records.rechargeId', sorter: true, optional: true, width: 300 },
  { name: 'consumeId', title: 'records.consumeId', sorter: true, optional: true, width: 300 },
  { name: 'ruleId', title: 'records.ruleId', sorter: true, optional: true, width: 300 },
]

/** Columns that the server can filter by. */
const isAsked = ({ name }: Column): boolean => name in playRecordFields || name in playRecordNames

/** The columns of the list, the visible ones, and the fields of an advanced query. */
export function useRecordColumns() {
  const { t } = useText()
  const columns = useMemo(() => columnsIn(t), [t])
  /** The columns of the current view; undefined where the user's own choice applies. */
  const [ofView, keep] = useProgramState<string[] | null | undefined>('columns playBeforePay', undefined)
  const setOfView = (names: string[] | null | undefined) => keep(() => names)
  const state = ofView === undefined ? {} : { columns: ofView }
  const choice = useColumnChoice(
    { name: 'playBeforePay', state, turn: ({ columns: names }) => setOfView(names) },
    columns,
  )
  return { ...choice, columns, asked: columns.filter(isAsked), setOfView }
}

export type RecordColumns = ReturnType<typeof useRecordColumns>
