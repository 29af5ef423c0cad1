import { Button, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { Money } from '#renderer/ui/money.tsx'
import { StateTag } from '#renderer/ui/state-tag.tsx'
import { When } from '#renderer/ui/when.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { canDeduct, canDelete } from './play-records.calc.ts'
import type { RecordActions } from './play-records.page.tsx'
import { useRecordFilters } from './record-filters.ts'

export interface RecordListProps {
  records: PlayRecord[]
  total: number
  isPending: boolean
  isFetching: boolean
  actions: RecordActions
  empty: ReactNode
}

type Columns = NonNullable<TableProps<PlayRecord>['columns']>

interface TableOfRecordsProps extends RecordListProps {
  selected: string[]
  /** Null when nothing can be done with a selection. */
  onSelect: ((ids: string[]) => void) | null
}

/** All columns together. */
const WIDTH = 2600

/** The list on a wide screen; the server sorts and pages. */
export function PlayRecordTable(props: TableOfRecordsProps) {
  const { records, total, isPending, isFetching, actions, empty, selected, onSelect } = props
  const { t } = useText()
  const { query, turn } = useRecordFilters()
  const columns = useColumns(actions)

  const change: TableProps<PlayRecord>['onChange'] = ({ current = 1, pageSize = 10 }, _, sorter) => {
    const { field, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
    const isSorted = typeof field === 'string' && order
    turn({
      pageNo: pageSize === query.pageSize ? current : 1,
      pageSize,
      column: isSorted ? field : 'createTime',
      order: isSorted && order === 'ascend' ? 'asc' : 'desc',
    })
  }

  return (
    <Table<PlayRecord>
      className="pl-records"
      rowKey="id"
      size="middle"
      columns={columns.map((column) => ({
        ...column,
        sortOrder:
          'sorter' in column && column.key === query.column ? (query.order === 'asc' ? 'ascend' : 'descend') : null,
      }))}
      dataSource={records}
      loading={isPending || (isFetching && records.length === 0)}
      locale={{ emptyText: isPending ? ' ' : empty }}
      // There is always an order: pressing the one that is on turns it round.
      sortDirections={['descend', 'ascend', 'descend']}
      tableLayout="fixed"
      scroll={{ x: WIDTH }}
      sticky={{ offsetHeader: 56 }}
      onChange={change}
      pagination={{
        current: query.pageNo,
        pageSize: query.pageSize,
        total,
        showSizeChanger: true,
        pageSizeOptions: [10, 20, 30],
        showTotal: (count) => t('list.total', { total: count }),
      }}
      {...(onSelect
        ? {
            rowSelection: {
              selectedRowKeys: selected,
              preserveSelectedRowKeys: true,
              onChange: (keys: React.Key[]) => onSelect(keys.map(String)),
              getCheckboxProps: (record: PlayRecord) => ({
                disabled: !canDelete(record),
                'aria-label': record.ticketNo || record.id,
              }),
            },
          }
        : {})}
    />
  )
}

function useColumns(actions: RecordActions): Columns {
  const { t } = useText()
  // Every column has its width, so that the head that stays in sight agrees with the cells below it.
  const text = (key: keyof PlayRecord, title: string, width: number): Columns[number] => ({
    key,
    dataIndex: key,
    title,
    width,
    ellipsis: true,
    render: (value: unknown) => (value === null || value === '' ? '—' : String(value)),
  })
  const id = (key: keyof PlayRecord, title: string): Columns[number] => ({
    key,
    dataIndex: key,
    title,
    width: 130,
    render: (value: string | null) =>
      value ? (
        <span className="pl-id" title={value}>
          …{value.slice(-8)}
        </span>
      ) : (
        '—'
      ),
  })
  return [
    text('sysOrgCode_dictText', t('records.store'), 150),
    {
      key: 'createTime',
      dataIndex: 'createTime',
      title: t('records.createTime'),
      width: 150,
      sorter: true,
      render: (value: string) => <When value={value} />,
    },
    {
      key: 'playState',
      dataIndex: 'playState',
      title: t('records.state'),
      width: 110,
      sorter: true,
      render: (_, { playState }) => <StateTag state={playState} />,
    },
    text('ticketNo', t('records.ticket'), 90),
    { ...text('userId', t('records.userId'), 150), sorter: true },
    text('userNickname', t('records.nickname'), 120),
    { ...text('cheshou', t('records.racer'), 120), sorter: true },
    text('userTruenmae', t('records.realname'), 130),
    { ...text('roleName', t('records.ruleName'), 160), sorter: true },
    {
      key: 'consumeType',
      title: t('records.type'),
      width: 140,
      render: (_, { consumeType }) => t(`type.${consumeType}`),
    },
    {
      key: 'consumeVehicleMode',
      title: t('records.mode'),
      width: 110,
      render: (_, { consumeVehicleMode }) => t(`mode.${consumeVehicleMode}`),
    },
    { ...text('countCycleNumber', t('records.laps'), 80), align: 'right' },
    { ...text('duration', t('records.minutes'), 100), align: 'right' },
    {
      key: 'price',
      dataIndex: 'price',
      title: t('records.price'),
      width: 110,
      align: 'right',
      render: (value: number) => <Money value={value} />,
    },
    text('vehicleName', t('records.vehicle'), 110),
    id('id', t('records.recordId')),
    id('gameLogId', t('records.gameLogId')),
    id('rechargeId', t('records.rechargeId')),
    id('roleId', t('records.ruleId')),
    text('remark', t('records.remark'), 160),
    {
      key: 'action',
      title: t('records.actions'),
      width: 220,
      fixed: 'end',
      render: (_, record) => <RowActions record={record} actions={actions} />,
    },
  ]
}

/** Spec §2: a settled record can only be looked at. */
export function RowActions({ record, actions }: { record: PlayRecord; actions: RecordActions }) {
  const { t } = useText()
  const { deduct, remove, open } = actions
  return (
    <span className="pl-row-actions">
      {deduct && canDeduct(record) ? (
        <Button type="link" size="small" onClick={() => deduct(record)}>
          {t('records.deduct')}
        </Button>
      ) : null}
      <Button type="link" size="small" onClick={() => open(record)}>
        {t('action.detail')}
      </Button>
      {remove && canDelete(record) ? (
        <Button type="link" size="small" danger onClick={() => remove(record)}>
          {t('action.delete')}
        </Button>
      ) : null}
    </span>
  )
}
