import { useText } from '#renderer/core/locale.ts'
import type { FloorRun } from '#shared/features/dispatch/dispatch.schema.ts'
import { clockText, type RunClock } from './floor.calc.ts'

/** The time of a run in large digits, with its unit. */
export function RunTime({ run, clock }: { run: FloorRun; clock: RunClock }) {
  const { t } = useText()
  const { phase, seconds, counts, share } = clock
  const isByLaps = run.consumeVehicleMode === 'circlemode'
  const time = clockText(seconds)
  return (
    <span className={`pl-run-time pl-run-${phase}`}>
      <span className="pl-run-word">{t(`dispatch.counts.${counts}`)}</span>
      <strong>{time}</strong>
      {isByLaps ? (
        <span className="pl-run-laps">{t('dispatch.lapsOf', { done: run.lapsDone, laps: run.countCycleNumber })}</span>
      ) : null}
      {share === null ? null : (
        <span className="pl-run-share" aria-hidden="true">
          <span style={{ width: `${Math.round(share * 100)}%` }} />
        </span>
      )}
    </span>
  )
}
