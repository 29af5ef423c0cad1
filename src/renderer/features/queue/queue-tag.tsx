import { useText } from '#renderer/core/locale.ts'
import { useOwnStores } from '#renderer/core/own-stores.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { QueueEntry, QueueState, WaitingQueue } from '#shared/features/queue/queue.schema.ts'
import { cueOf } from './cue.calc.ts'

const tones: Record<QueueState, Tone> = {
  WAITING: 'neutral',
  CALLED: 'warning',
  STARTED: 'success',
  DONE: 'info',
  CANCELLED: 'error',
}

/** The state of a queue entry; for one that has left the queue, the reason. */
export function QueueTag({ queueState, endReason }: Pick<QueueEntry, 'queueState' | 'endReason'>) {
  const { t } = useText()
  const text =
    queueState === 'CANCELLED' && endReason !== '' ? t(`queue.end.${endReason}`) : t(`queue.state.${queueState}`)
  return <ToneTag tone={tones[queueState]}>{text}</ToneTag>
}

/** The cue of a queue entry, if any. */
export function QueueCue({ entry }: { entry: QueueEntry }) {
  const { t } = useText()
  const cue = cueOf(entry)
  return cue ? (
    <small className={`pl-queue-cue pl-queue-${cue.tone}`}>{t(cue.key, { count: cue.minutes })}</small>
  ) : null
}

/** Returns a function that formats a waiting time in minutes. */
export function useWait(): (minutes: number | null) => string {
  const { t } = useText()
  return (minutes) => {
    if (minutes === null) return t('queue.noVehicle')
    return minutes === 0 ? t('queue.now') : t('queue.minutes', { count: minutes })
  }
}

/** The numbers waiting and called, and the waiting time of a new entry; without that for several stores. */
export function useQueueSummary(): (queue: Pick<WaitingQueue, 'waiting' | 'called' | 'waitMinutes'>) => string {
  const { t } = useText()
  const waitOf = useWait()
  const isOfSeveral = useOwnStores().length > 0
  return ({ waiting, called, waitMinutes }) =>
    isOfSeveral
      ? t('queue.figuresOfStores', { waiting, called })
      : t('queue.figures', { waiting, called, wait: waitOf(waitMinutes) })
}

/** The rule of the ride with its laps or minutes. */
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
