import { useNavigate } from 'react-router'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useLevelOf } from '#renderer/features/members/index.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { newEvent } from '#shared/features/events/events.schema.ts'
import { EventFields } from './event-fields.tsx'
import { eventTones } from './state-tags.ts'
import './events.css'

type Event = RowOf<'events'>

/** The events of a store; managers cancel them here. */
export function EventsPage() {
  const { t } = useText()
  const states = useDict('event_state')
  const storeName = useStoreName()
  const levelOf = useLevelOf()
  const actionsOf = useActions()
  return (
    <CrudPage
      resource="events"
      title="menu.events"
      columns={[
        { name: 'eventName', sorter: true, width: 190 },
        {
          name: 'picture',
          width: 70,
          render: ({ picture, eventName }) =>
            picture === '' ? '—' : <img className="pl-event-thumb" src={shownAddress(picture)} alt={eventName} />,
        },
        {
          name: 'eventState',
          onCard: true,
          width: 150,
          options: states,
          render: ({ eventState }) => <ToneTag tone={eventTones[eventState]}>{t(`event.state.${eventState}`)}</ToneTag>,
        },
        {
          name: 'registrationFee',
          sorter: true,
          align: 'right',
          onCard: true,
          render: ({ registrationFee: fee }) => (fee > 0 ? <Money value={fee} /> : t('event.free')),
        },
        {
          name: 'taken',
          align: 'right',
          onCard: true,
          width: 120,
          render: ({ taken, places }) => `${taken} / ${places || t('event.unlimited')}`,
        },
        { name: 'waiting', align: 'right', onCard: true, render: ({ waiting }) => waiting || '—' },
        { name: 'registrationStart', sorter: true, optional: true },
        { name: 'registrationEnd', sorter: true, onCard: true },
        { name: 'startTime', sorter: true, onCard: true },
        { name: 'endTime', sorter: true, optional: true },
        {
          name: 'memberLevel',
          render: ({ sysOrgCode, memberLevel }) =>
            memberLevel === '' ? t('event.anyLevel') : (levelOf(sysOrgCode, memberLevel)?.name ?? memberLevel),
        },
        { name: 'needsAgreement', optional: true, render: ({ needsAgreement }) => t(`yesNo.${needsAgreement}`) },
        { name: 'lateRefund', align: 'right', optional: true, render: ({ lateRefund }) => `${lateRefund}%` },
        { name: 'remark', width: 200, optional: true },
        { name: 'cancelTime', optional: true },
        { name: 'cancelBy', optional: true },
        { name: 'cancelReason', width: 160, optional: true },
        { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        { name: 'createTime', sorter: true, optional: true },
        { name: 'createBy', optional: true },
      ]}
      filters={[
        <ChoiceFilter key="state" name="eventState" options={states} />,
        <TextFilter key="name" name="eventName" />,
        <DaysFilter key="start" name="startTime" />,
        <DaysFilter key="end" name="registrationEnd" />,
      ]}
      form={{
        noun: 'noun.event',
        width: 680,
        values: (row) => row ?? newEvent,
        fields: (row) => <EventFields row={row} />,
      }}
      actions={{ row: actionsOf, isOpen: ({ eventState }) => eventState !== 'cancelled' }}
    />
  )
}

/** The sign-ups and the match of an event, and its cancellation with a reason. */
function useActions(): (event: Event) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const navigate = useNavigate()
  const may = useMayCall('events')
  const maySeeSignUps = useMayCall('eventSignUps')('list')
  const maySeeMatch = useMayCall('matches')('ofEvent')
  return (event) => {
    const { id, eventName, eventState, taken, waiting } = event
    const key = newId()
    const cancel = async (reason: string): Promise<string> => {
      try {
        return (await client.events.cancel({ key, body: { id, reason } })).message
      } finally {
        await Promise.all([refreshList('events'), refreshList('eventSignUps')])
      }
    }
    return [
      ...(maySeeSignUps
        ? [
            {
              key: 'signUps',
              label: t('event.signUps'),
              act: () => void navigate(addressOf('/event/sysEventSignUpList', { eventId: id })),
            },
          ]
        : []),
      ...(maySeeMatch
        ? [
            {
              key: 'match',
              label: t('match.title'),
              act: () => void navigate(addressOf('/match/sysMatch', { eventId: id })),
            },
          ]
        : []),
      ...(may('cancel') && eventState !== 'cancelled' && eventState !== 'over'
        ? [
            {
              key: 'cancel',
              label: t('event.cancel'),
              danger: true,
              act: () =>
                void ask(t('event.cancelAsk', { event: eventName }), cancel, {
                  hint: t('event.cancelHint', { taken, waiting }),
                  needsReason: true,
                  ok: t('event.cancel'),
                }),
            },
          ]
        : []),
    ]
  }
}
