import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'
import type { GuestQueueEntry } from '#shared/features/queue/queue.schema.ts'
import { QueueTag, useWait } from './queue-tag.tsx'
import './queue.css'

const REFETCH_INTERVAL_MS = 10_000

/** The guest's queue entry, opened by the code on the ticket: no sign-in, no names. */
export const GuestQueuePage = () => (
  // Rendered outside the signed-in shell, which provides the query client to other pages.
  <QueryClientProvider client={queryClient}>
    <GuestQueue />
  </QueryClientProvider>
)

function GuestQueue() {
  const { t } = useText()
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['guestPlace', key],
    queryFn: async () => (await client.queue.status({ query: { key } })).result,
    refetchInterval: REFETCH_INTERVAL_MS,
    refetchOnWindowFocus: true,
  })
  return (
    <PublicFrame title={data?.departName ?? t('menu.queue')}>
      {data ? <Entry entry={data} isStale={error !== null} /> : null}
      {error && !data ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
    </PublicFrame>
  )
}

function Entry({ entry, isStale }: { entry: GuestQueueEntry; isStale: boolean }) {
  const { t } = useText()
  const { ticketNo, queueState, endReason, vehicleName, called, resultKey } = entry
  return (
    <div className="pl-guest-place" aria-live="polite">
      <small>{t('queue.yourNumber')}</small>
      <strong>{ticketNo}</strong>
      <QueueTag queueState={queueState} endReason={endReason} />
      <p>{useGuestWords(entry)}</p>
      {vehicleName !== '' && queueState === 'STARTED' ? (
        <p>{t('queue.yourVehicle', { vehicle: vehicleName })}</p>
      ) : null}
      {called.length > 0 && queueState === 'WAITING' ? (
        <p>{t('queue.calledNow', { tickets: called.join('  ') })}</p>
      ) : null}
      {resultKey === '' ? null : (
        <Link className="pl-guest-result" to={`/game/result?key=${resultKey}`}>
          {t('ranking.seeResult')}
        </Link>
      )}
      {isStale ? <em role="alert">{t('queue.stale')}</em> : <small>{t('queue.refreshes')}</small>}
    </div>
  )
}

/** The instruction for the guest. */
function useGuestWords({ queueState, ahead, waitMinutes }: GuestQueueEntry): string {
  const { t } = useText()
  const waitOf = useWait()
  if (queueState === 'CALLED') return t('queue.comeNow')
  if (queueState === 'WAITING') {
    return [
      ahead === 0 ? t('queue.next') : t('queue.ahead', { count: ahead ?? 0 }),
      t('queue.about', { wait: waitOf(waitMinutes) }),
    ].join(' · ')
  }
  return t(queueState === 'CANCELLED' ? 'queue.askCounter' : 'queue.haveFun')
}
