import { useQuery } from '@tanstack/react-query'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Empty, Notice } from '#member/ui/states.tsx'

/** How often the position in the queue is fetched while the page is open. */
const REFRESH_MS = 5000

/** The member's places in the queue, refreshed while the page is open. */
export function QueuePage() {
  const { t } = useText()
  const queue = useQuery({
    queryKey: ['queue'],
    queryFn: async () => (await client.memberHome.queue()).result,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Answered query={queue}>
      {(places) =>
        places.length === 0 ? (
          <Empty text={t('memberWaiting.notInQueue')} />
        ) : (
          <div className="m-stack" aria-live="polite">
            {queue.isError ? <Notice tone="warn" text={t('memberWaiting.stale')} /> : null}
            {places.map(({ ticketNo, rule, isCalled, ahead, waitMinutes }) => (
              <section key={ticketNo} className="m-card m-centre">
                <h2 className="m-figure">{ticketNo}</h2>
                <p className="m-hint">{rule}</p>
                {isCalled ? (
                  <Notice tone="good" text={t('memberWaiting.called')} />
                ) : (
                  <p>
                    {[
                      ahead === null ? '' : t('memberWaiting.ahead', { count: ahead }),
                      waitMinutes === null ? '' : t('memberWaiting.wait', { minutes: waitMinutes }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                )}
              </section>
            ))}
          </div>
        )
      }
    </Answered>
  )
}
