import { Pagination, Skeleton } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { Money } from '#renderer/ui/money.tsx'
import { StateTag } from '#renderer/ui/state-tag.tsx'
import { When } from '#renderer/ui/when.tsx'
import { type RecordListProps, RowActions } from './play-record-table.tsx'
import { useRecordFilters } from './record-filters.ts'

/** The list on a phone: a card for each record, what matters first. */
export function PlayRecordCards({ records, total, isPending, actions, empty }: RecordListProps) {
  const { t } = useText()
  const { query, turn } = useRecordFilters()
  if (isPending) {
    return (
      <div className="pl-panel" aria-busy="true">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    )
  }
  if (records.length === 0) return <div className="pl-panel">{empty}</div>
  return (
    <>
      <ul className="pl-record-cards">
        {records.map((record) => (
          <li key={record.id} className="pl-panel">
            <div className="pl-record-card-head">
              <strong>{record.ticketNo || record.vehicleName}</strong>
              <StateTag state={record.playState} />
              <Money value={record.price} />
            </div>
            <p>{[record.cheshou, record.userTruenmae, record.userId].filter(Boolean).join(' · ')}</p>
            <p className="pl-record-card-more">
              <When value={record.createTime} /> · {record.roleName} · {record.vehicleName}
            </p>
            <RowActions record={record} actions={actions} />
          </li>
        ))}
      </ul>
      <Pagination
        simple
        align="center"
        current={query.pageNo}
        pageSize={query.pageSize}
        total={total}
        showTotal={(count) => t('list.total', { total: count })}
        onChange={(pageNo) => turn({ pageNo })}
      />
    </>
  )
}
