import { useQuery } from '@tanstack/react-query'
import { minuteOf, money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'

/** Things in the cloakroom, and gifts to be collected at the counter. */
export function ThingsPage() {
  const { t } = useText()
  const found = useQuery({ queryKey: ['things'], queryFn: async () => (await client.memberHome.things()).result })
  return (
    <Answered query={found}>
      {({ things, gifts }) => (
        <>
          <h2 className="m-title">{t('memberWaiting.stored')}</h2>
          {things.length === 0 ? (
            <Empty text={t('memberWaiting.nothingStored')} />
          ) : (
            <>
              <Rows
                rows={things.map(({ id, name, pieces, place, since, due, freeUntil }) => ({
                  key: id,
                  title: pieces > 1 ? `${name} × ${pieces}` : name,
                  note: [
                    place,
                    t('memberWaiting.since', { time: minuteOf(since) }),
                    due === 0 && freeUntil !== null ? t('memberWaiting.freeUntil', { time: minuteOf(freeUntil) }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · '),
                  value: due > 0 ? t('memberWaiting.due', { amount: money(due) }) : '',
                }))}
              />
              <p className="m-hint">{t('memberWaiting.bringSlip')}</p>
            </>
          )}
          <h2 className="m-title">{t('memberWaiting.gifts')}</h2>
          {gifts.length === 0 ? (
            <Empty text={t('memberWaiting.noGifts')} />
          ) : (
            <Rows
              rows={gifts.map(({ id, name, pieces, since }) => ({
                key: id,
                title: pieces > 1 ? `${name} × ${pieces}` : name,
                note: t('memberWaiting.since', { time: minuteOf(since) }),
                value: t('memberWaiting.atCounter'),
              }))}
            />
          )}
        </>
      )}
    </Answered>
  )
}
