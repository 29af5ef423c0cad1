import { useQuery } from '@tanstack/react-query'
import { lapTime } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { type Translate, useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import type { OwnMatch } from '#shared/features/events/member-events.contract.ts'

type Group = OwnMatch['rounds'][number]['groups'][number]
type Line = Group['lines'][number]

const nameOf = ({ number, racer, isOwn }: { number: number; racer: string; isOwn: boolean }, t: Translate): string =>
  [t('memberEvents.number', { number }), racer, isOwn ? t('memberEvents.you') : ''].filter(Boolean).join(' ')

/** What a racer has driven; before the end the vehicle. */
function resultOf({ laps, ms, points, status, vehicleName }: Line, isOver: boolean, t: Translate): string {
  if (!isOver) return vehicleName
  if (status !== '' || laps === 0) return t(`memberEvents.status.${status === '' ? 'dns' : status}`)
  return [
    t('memberEvents.laps', { laps }),
    ms === null ? '' : lapTime(ms),
    points > 0 ? t('memberEvents.points', { points }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The start lists and results of an own event, the newest round first, and the points table. */
export function EventMatch({ eventId }: { eventId: string }) {
  const { t } = useText()
  const match = useQuery({
    queryKey: ['eventMatch', eventId],
    queryFn: async () => (await client.memberEvents.match({ query: { eventId } })).result,
  })
  return (
    <Answered query={match}>
      {({ rounds, table }) => (
        <>
          {rounds.toReversed().flatMap(({ id, roundName, groups }) =>
            groups.map((group) => (
              <section key={`${id} ${group.group}`} className="m-stack">
                <h2 className="m-title">
                  {roundName} · {t('memberEvents.group', { group: group.group })} ·{' '}
                  {t(group.isOver ? 'memberEvents.results' : 'memberEvents.startList')}
                </h2>
                <Rows
                  rows={group.lines.map((line) => ({
                    key: String(line.grid),
                    title: nameOf(line, t),
                    note: resultOf(line, group.isOver, t),
                    value: group.isOver ? (line.place ?? '—') : line.grid,
                  }))}
                />
              </section>
            )),
          )}
          {table.length > 0 ? (
            <section className="m-stack">
              <h2 className="m-title">{t('memberEvents.table')}</h2>
              <Rows
                rows={table.map((row) => ({
                  key: String(row.place),
                  title: `${row.place}  ${nameOf(row, t)}`,
                  value: t('memberEvents.points', { points: row.points }),
                }))}
              />
            </section>
          ) : null}
        </>
      )}
    </Answered>
  )
}
