import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { GuestComment } from '#renderer/features/comments/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { PublicFrame } from '#renderer/ui/layout/public-frame.tsx'
import type { GuestLap, GuestRacer, GuestResult } from '#shared/features/rankings/guest-result.contract.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { gapText } from './gap.calc.ts'
import './guest-result.css'

/** The polling interval by state: short during a race, long for a result, which only late laps can change. */
const EVERY_MS: Record<GuestResult['state'], number> = {
  waiting: 5000,
  live: 2000,
  provisional: 5000,
  final: 60_000,
}

const tones: Record<GuestResult['state'], Tone> = {
  waiting: 'neutral',
  live: 'success',
  provisional: 'warning',
  final: 'info',
}

/** The public result of a ride, opened by the code on its ticket; shows only racers' names. */
export const GuestResultPage = () => (
  // Public pages are outside the query provider of the signed-in part.
  <QueryClientProvider client={queryClient}>
    <OwnResult />
  </QueryClientProvider>
)

function OwnResult() {
  const { t } = useText()
  const [search] = useSearchParams()
  const key = search.get('key') ?? ''
  const { data, error, dataUpdatedAt, refetch, isPending } = useQuery({
    queryKey: ['guestResult', key],
    queryFn: async () => (await client.guestResults.status({ query: { key } })).result,
    refetchInterval: ({ state }) => EVERY_MS[state.data?.state ?? 'provisional'],
    refetchOnWindowFocus: true,
  })
  return (
    <PublicFrame title={data?.departName ?? t('ranking.result')}>
      {isPending ? <div className="pl-result-waiting" aria-hidden="true" /> : null}
      {data ? <Result result={data} staleSince={error ? new Date(dataUpdatedAt) : null} /> : null}
      {error && !data ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {data && (data.state === 'provisional' || data.state === 'final') ? <GuestComment rideKey={key} /> : null}
    </PublicFrame>
  )
}

function Result({ result, staleSince }: { result: GuestResult; staleSince: Date | null }) {
  const { t, locale } = useText()
  const { racer, ticketNo, vehicleName, roleName, state, isCorrected, racers, laps } = result
  return (
    <article className="pl-result">
      <header>
        <h2>{racer}</h2>
        <p>
          {ticketNo} · {[vehicleName, roleName].filter((word) => word !== '').join(' · ')}
        </p>
        <p role="status">
          <ToneTag tone={tones[state]}>{t(`ranking.state.${state}`)}</ToneTag>{' '}
          {isCorrected ? <ToneTag tone="warning">{t('ranking.corrected')}</ToneTag> : null}
        </p>
        {state === 'final' ? null : <small>{t(`ranking.hint.${state}`)}</small>}
        {isCorrected ? <small>{t('ranking.hint.corrected')}</small> : null}
        {staleSince ? (
          <small role="alert">{t('ranking.hint.stale', { time: staleSince.toLocaleTimeString(locale) })}</small>
        ) : null}
      </header>
      <Figures result={result} />
      {racers.length > 1 ? <HeatTable racers={racers} order={result.order} /> : null}
      {laps.length > 0 ? <LapTable laps={laps} /> : null}
      {laps.length === 0 && state !== 'waiting' ? (
        <EmptyBlock title={t(state === 'live' ? 'ranking.noLaps' : 'ranking.noLapsEver')} />
      ) : null}
    </article>
  )
}

function Figures({ result }: { result: GuestResult }) {
  const { t } = useText()
  const { bestMs, averageMs, lapsDone, countCycleNumber, racers } = result
  const own = racers.find(({ isOwn }) => isOwn)
  const laps = countCycleNumber > 0 ? t('ranking.lapsOf', { done: lapsDone, laps: countCycleNumber }) : String(lapsDone)
  const figures: [name: string, value: string][] = [
    [t('ranking.best'), bestMs === null ? '—' : lapTime(bestMs)],
    [t('ranking.laps'), laps],
  ]
  if (averageMs !== null) figures.push([t('ranking.average'), lapTime(averageMs)])
  if (own && racers.length > 1) {
    figures.push([t('ranking.place'), t('ranking.placeOf', { place: own.position, count: racers.length })])
  }
  return (
    <dl>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function HeatTable({ racers, order }: { racers: readonly GuestRacer[]; order: GuestResult['order'] }) {
  const { t } = useText()
  return (
    <table>
      <caption>{t('ranking.heat')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ranking.place')}</th>
          <th scope="col">{t('ranking.racer')}</th>
          <th scope="col">{t(order === 'laps' ? 'ranking.laps' : 'ranking.best')}</th>
          <th scope="col">{t('ranking.gap')}</th>
        </tr>
      </thead>
      <tbody>
        {racers.map(({ position, racer, isOwn, lapsDone, bestMs, gapMs, lapsBehind }) => (
          <tr key={position} className={isOwn ? 'pl-result-own' : undefined}>
            <td>{position}</td>
            <th scope="row">
              {racer} {isOwn ? <small>{t('ranking.own')}</small> : null}
            </th>
            <td>{order === 'laps' ? lapsDone : bestMs === null ? '—' : lapTime(bestMs)}</td>
            <td>
              {position === 1 ? '' : lapsBehind > 0 ? t('ranking.lapsBehind', { count: lapsBehind }) : gapText(gapMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LapTable({ laps }: { laps: readonly GuestLap[] }) {
  const { t } = useText()
  return (
    <table>
      <caption>{t('ranking.time')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('ranking.lap')}</th>
          <th scope="col">{t('ranking.time')}</th>
          <th scope="col">{t('ranking.gap')}</th>
        </tr>
      </thead>
      <tbody>
        {laps.map(({ number, ms, gapMs, isLate }) => (
          <tr key={number} className={gapMs === 0 ? 'pl-result-best' : undefined}>
            <th scope="row">{number}</th>
            <td>
              {ms === null ? t('ranking.untimed') : lapTime(ms)} {isLate ? <small>{t('ranking.late')}</small> : null}
            </td>
            <td>{gapMs === 0 ? t('ranking.best') : gapText(gapMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
