import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'
import { byUrgency, runClock } from './floor.calc.ts'
import { RunTime } from './run-time.tsx'
import { useFloor, useServerTime } from './use-floor.ts'
import './dispatch.css'
import './waiting.css'

/** The runs that go on, the most pressing first, each in a line: for screens that show them beside something else. */
export function RunningVehicles() {
  const { t } = useText()
  const { data: floor } = useFloor()
  const now = useServerTime(floor?.ahead ?? 0)
  if (!floor) return null
  const going = byUrgency(floor.vehicles, now, floor.lapSeconds)
  if (going.length === 0) return <EmptyBlock title={t('dispatch.noneRuns')} />
  return (
    <ul className="pl-running">
      {going.map(({ id, name, run }) =>
        run ? (
          <li key={id}>
            <strong>{name}</strong>
            <span>{run.cheshou}</span>
            <RunTime run={run} clock={runClock(run, now, floor.lapSeconds)} />
          </li>
        ) : null,
      )}
    </ul>
  )
}
