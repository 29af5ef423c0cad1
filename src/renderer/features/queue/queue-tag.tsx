import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { type Tone, ToneTag } from '#renderer/ui/tone-tag.tsx'
import type { QueueEntry, QueueState, WaitingQueue } from '#shared/features/queue/queue.schema.ts'
import { cueOf } from './cue.calc.ts'

const tones: Record<QueueState, Tone> = {
  WAITING: 'neutral',
  CALLED: 'warning',
  STARTED: 'success',
  DONE: 'info',
  CANCELLED: 'error',
}

/** What became of a place in line; of one that left it, why. */
export function QueueTag({ queueState, endReason }: Pick<QueueEntry, 'queueState' | 'endReason'>) {
  const { t } = useText()
  const text =
    queueState === 'CANCELLED' && endReason !== '' ? t(`queue.end.${endReason}`) : t(`queue.state.${queueState}`)
  return <ToneTag tone={tones[queueState]}>{text}</ToneTag>
}

/** What a place in line wants of somebody now, if anything. */
export function QueueCue({ entry }: { entry: QueueEntry }) {
  const { t } = useText()
  const cue = cueOf(entry)
  return cue ? (
    <small className={`pl-queue-cue pl-queue-${cue.tone}`}>{t(cue.key, { count: cue.minutes })}</small>
  ) : null
}

/** What somebody waits, in words. */
export function useWait(): (minutes: number | null) => string {
  const { t } = useText()
  return (minutes) => {
    if (minutes === null) return t('queue.noVehicle')
    return minutes === 0 ? t('queue.now') : t('queue.minutes', { count: minutes })
  }
}

/** How many wait and were called, and what somebody waits who joins now: of several stores that is no one time. */
export function useLineFigures(): (line: Pick<WaitingQueue, 'waiting' | 'called' | 'waitMinutes'>) => string {
  const { t } = useText()
  const waitOf = useWait()
  const isOfSeveral = useOwnStores().length > 0
  return ({ waiting, called, waitMinutes }) =>
    isOfSeveral
      ? t('queue.figuresOfStores', { waiting, called })
      : t('queue.figures', { waiting, called, wait: waitOf(waitMinutes) })
}

/** What the ride is for: its rule and how far or how long. */
export function useRide(): (entry: QueueEntry) => string {
  const { t } = useText()
  return ({ consumeRoleName, consumeVehicleMode, countCycleNumber, duration }) => {
    const much =
      consumeVehicleMode === 'circlemode'
        ? t('queue.laps', { count: countCycleNumber })
        : t('queue.minutes', { count: duration })
    return `${consumeRoleName} · ${much}`
  }
}
