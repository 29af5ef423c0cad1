import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { gapText } from './gap.calc.ts'
import './heat-place.css'

/** Each lap is pushed; this is the largest age of a place after a lost push. */
const LOOK_AGAIN_MS = 15_000

/** A run's standing in its heat: place, best and last lap, and gap; renders nothing for a single run without a lap. */
export function HeatPlace({ runId }: { runId: string }) {
  const { t } = useText()
  const { data: heats = [] } = useQuery({
    queryKey: ['heats'],
    queryFn: async () => (await client.heats.live()).result,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const heat = heats.find(({ racers }) => racers.some((racer) => racer.runId === runId))
  const racer = heat?.racers.find((one) => one.runId === runId)
  if (!heat || !racer) return null
  const { position, bestMs, lastMs, gapMs, lapsBehind } = racer
  const words: string[] = []
  if (heat.racers.length > 1) words.push(t('ranking.inHeat', { place: position, count: heat.racers.length }))
  if (lapsBehind > 0) words.push(t('ranking.lapsBehind', { count: lapsBehind }))
  else if (position > 1 && gapMs !== null) words.push(gapText(gapMs))
  if (bestMs !== null) words.push(`${t('ranking.best')} ${lapTime(bestMs)}`)
  if (lastMs !== null) words.push(`${t('ranking.last')} ${lapTime(lastMs)}`)
  return words.length > 0 ? <p className="pl-heat-place">{words.join(' · ')}</p> : null
}
