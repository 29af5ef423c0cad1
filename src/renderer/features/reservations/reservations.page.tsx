import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { BookTag, DepositTag } from './state-tags.tsx'
import { useBookingActions } from './use-booking-actions.tsx'
import './reservations.css'

/** All reservations with state and deposit. */
export function ReservationsPage() {
  const states = useDict('book_state')
  const deposits = useDict('book_deposit_state')
  const { actionsOf, dialog } = useBookingActions()
  return (
    <>
      <CrudPage
        resource="reservations"
        title="menu.reservationList"
        columns={[
          { name: 'startTime', sorter: true, onCard: true },
          { name: 'sessionNumber', width: 90 },
          {
            name: 'bookState',
            sorter: true,
            onCard: true,
            options: states,
            render: ({ bookState }) => <BookTag state={bookState} />,
          },
          { name: 'realname', sorter: true, onCard: true, width: 120 },
          { name: 'phone', width: 130 },
          { name: 'people', sorter: true, onCard: true, width: 80 },
          { name: 'arrived', width: 90 },
          { name: 'consumeRoleName', width: 150 },
          {
            name: 'deposit',
            sorter: true,
            align: 'right',
            render: ({ deposit }) => (deposit > 0 ? <Money value={deposit} /> : '—'),
          },
          {
            name: 'depositState',
            sorter: true,
            options: deposits,
            render: ({ depositState }) => (depositState === 'none' ? '—' : <DepositTag state={depositState} />),
          },
          { name: 'remark', width: 160 },
          { name: 'userId', sorter: true, optional: true },
          { name: 'arriveTime', sorter: true, optional: true },
          { name: 'cancelTime', optional: true },
          { name: 'cancelReason', width: 160, optional: true },
          { name: 'remindTime', optional: true },
          { name: 'departusername', optional: true },
          { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
          { name: 'createBy', optional: true },
          { name: 'createTime', sorter: true, optional: true },
        ]}
        filters={[
          <DaysFilter key="time" name="startTime" />,
          <ChoiceFilter key="state" name="bookState" options={states} />,
          <TextFilter key="name" name="realname" />,
          <TextFilter key="phone" name="phone" />,
          <ChoiceFilter key="deposit" name="depositState" options={deposits} />,
        ]}
        actions={{ row: actionsOf }}
      />
      {dialog}
    </>
  )
}
