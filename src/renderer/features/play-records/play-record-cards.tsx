import { useText } from '#renderer/core/locale.ts'
import { CrudCards } from '#renderer/ui/crud/crud-cards.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import { Cost } from './cost.tsx'
import { actionsOf, type RecordListProps, useRecordList } from './play-record-table.tsx'
import { RecordState } from './record-state.tsx'

/** The list on a phone: one card per record. */
export function PlayRecordCards({ actions, empty, ...list }: RecordListProps) {
  const { t } = useText()
  return (
    <CrudCards
      crud={useRecordList(list)}
      columns={[]}
      cardOf={(record) => (
        <>
          <div className="pl-record-card-head">
            <strong>{ticketsOf(record) || record.vehicleName}</strong>
            <RecordState record={record} />
            <Cost record={record} />
          </div>
          <p>{[record.racer, record.userTruenmae, record.userId].filter(Boolean).join(' · ')}</p>
          <p className="pl-record-card-more">
            <When value={record.createTime} /> · {record.roleName} · {record.vehicleName}
          </p>
        </>
      )}
      actionsOf={(record) => actionsOf(t, actions, record)}
      empty={empty}
    />
  )
}
