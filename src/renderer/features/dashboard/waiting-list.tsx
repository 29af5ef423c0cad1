import { useQueries } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { PRACTICE_QUERY } from '#renderer/core/addresses/paths.ts'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { useDayBegin } from '#renderer/core/store-facts.ts'
import { addressOf } from '#renderer/ui/crud/address-filters.ts'
import { Covers } from '#renderer/ui/display/covers.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { mayDo } from '#shared/core/may-do.ts'
import { waitingKinds } from './waiting.ts'
import { waitingFor } from './waiting-topics.ts'
import './analysis.css'

/** The polling interval while the list is shown. */
const EVERY_MS = 60_000

/** Nothing is left to do: time to train at the counter. */
function NothingWaits() {
  const { t } = useText()
  const counter = useFrame().pathOf('sessions/StartSession')
  return (
    <p>
      {t('home.nothingWaits')} {counter ? <Link to={counter + PRACTICE_QUERY}>{t('practice.try')}</Link> : null}
    </p>
  )
}

/** The pending work that the user has the permission for; each entry links to its list. */
export function WaitingList() {
  const { t } = useText()
  const { pathOf } = useFrame()
  const permissions = useSession(({ session }) => session?.permissions ?? null)
  const open = waitingKinds.filter(
    ({ action, list = action, page }) =>
      mayDo(permissions, action) && mayDo(permissions, list) && pathOf(page) !== null,
  )
  const dayBegin = useDayBegin()
  const counts = useQueries({
    queries: open.map(({ label, topic, source = label, filters, ask, count }) => ({
      queryKey: [waitingFor(topic), source, filters(dayBegin)],
      queryFn: () => ask(client, filters(dayBegin)),
      select: count,
      refetchInterval: EVERY_MS,
    })),
  })
  if (open.length === 0) return null
  const isPending = counts.some((one) => one.isPending)
  const waiting = open.flatMap(({ label, page, filters }, index) => {
    const { data = 0, error } = counts[index] ?? {}
    // Also show an entry whose count failed.
    return data > 0 || error
      ? [{ label, count: error ? '?' : String(data), to: addressOf(pathOf(page) ?? '', filters(dayBegin)) }]
      : []
  })
  return (
    <section className="pl-panel pl-home-waiting" aria-labelledby="home-waiting">
      <h2 id="home-waiting">
        {t('home.waiting')} <Covers isShort />
      </h2>
      {isPending && waiting.length === 0 ? <Skeleton active title={false} paragraph={{ rows: 3 }} /> : null}
      {!isPending && waiting.length === 0 ? <NothingWaits /> : null}
      <ul>
        {waiting.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to}>
              <span>{t(label)}</span>
              <strong>{count}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
