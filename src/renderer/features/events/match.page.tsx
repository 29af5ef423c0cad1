import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { PageLink } from '#renderer/ui/layout/page-link.tsx'
import type { Match } from '#shared/features/events/matches.schema.ts'
import { RoundBlock } from './match-round.tsx'
import { RoundDialog } from './round-dialog.tsx'
import './match.css'

const MAX_EVENTS = 200

/** The match of an event: its rounds with start lists and results, and the points table. */
export function MatchPage() {
  const { t } = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const may = useMayCall('matches')
  const [isAdding, setAdding] = useState(false)
  const events = useQuery({
    queryKey: ['match', 'events'],
    queryFn: async () =>
      (await client.events.list({ query: { pageSize: MAX_EVENTS, column: 'startTime', order: 'desc' } })).result
        .records,
  })
  const eventId = search.get('eventId') ?? ''
  const match = useQuery({
    queryKey: ['match', eventId],
    queryFn: async () => (await client.matches.ofEvent({ query: { eventId } })).result,
    enabled: eventId !== '',
    placeholderData: keepPreviousData,
  })
  const { data } = match
  const shown = data?.eventId === eventId ? data : undefined
  return (
    <div className="pl-page">
      <PageHead title={t('menu.matches')}>
        <Select
          className="pl-match-event"
          aria-label={t('match.choose')}
          placeholder={t('match.choose')}
          value={eventId || undefined}
          loading={events.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          options={(events.data ?? []).map(({ id, eventName, startTime }) => ({
            value: id,
            label: `${startTime.slice(0, 10)} ${eventName}`,
          }))}
          onChange={(id) => void navigate(addressOf('/match/sysMatch', { eventId: id }), { replace: true })}
        />
        {shown && may('addRound') ? (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t('match.addRound')}
          </Button>
        ) : null}
      </PageHead>
      {events.error ? <ErrorBlock error={events.error} retry={() => void events.refetch()} /> : null}
      {match.error ? <ErrorBlock error={match.error} retry={() => void match.refetch()} /> : null}
      {eventId === '' ? <NoEvent isEmpty={events.data?.length === 0} /> : null}
      {eventId !== '' && match.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {shown ? <Rounds match={shown} /> : null}
      {shown && isAdding ? <RoundDialog match={shown} onClose={() => setAdding(false)} /> : null}
    </div>
  )
}

/** Before an event is chosen; without events there is nothing to choose. */
function NoEvent({ isEmpty }: { isEmpty: boolean }) {
  const { t } = useText()
  if (!isEmpty) return <EmptyBlock title={t('match.choose')} hint={t('match.chooseHint')} />
  return (
    <EmptyBlock
      title={t('match.noEvents')}
      hint={t('match.noEventsHint')}
      action={<PageLink component="event/SysEventList">{t('menu.events')}</PageLink>}
    />
  )
}

function Rounds({ match }: { match: Match }) {
  const { t } = useText()
  const { members, rounds, table } = match
  return (
    <div className="pl-match">
      <p className="pl-match-facts">{t('match.members', { count: members })}</p>
      {rounds.length === 0 ? <EmptyBlock title={t('match.none')} /> : null}
      {rounds.map((round) => (
        <RoundBlock key={round.id} match={match} round={round} />
      ))}
      {table.length > 0 ? (
        <section>
          <h2>{t('match.table')}</h2>
          <div className="pl-match-scroll">
            <table className="pl-match-table">
              <thead>
                <tr>
                  <th scope="col">{t('match.place')}</th>
                  <th scope="col">{t('match.number')}</th>
                  <th scope="col">{t('match.racer')}</th>
                  <th scope="col">{t('match.points')}</th>
                </tr>
              </thead>
              <tbody>
                {table.map(({ signUpId, place, number, racer, points }) => (
                  <tr key={signUpId}>
                    <td>{place}</td>
                    <td>{number}</td>
                    <td>{racer || '—'}</td>
                    <td>{points}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ) : null}
    </div>
  )
}
