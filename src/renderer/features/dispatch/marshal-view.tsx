import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { StopVehicleButton } from '#renderer/features/gateway/index.ts'
import { HeatPlace } from '#renderer/features/rankings/index.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import type { Floor, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { byUrgency, isFree, isLate, runClock } from './floor.calc.ts'
import { RunButtons } from './floor-drawer.tsx'
import { RunTime } from './run-time.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import type { Plan } from './use-plan.ts'
import { useRunCommands } from './use-run-commands.ts'
import { VehicleMarks } from './vehicle-marks.tsx'
import { WaitingList } from './waiting-list.tsx'

interface MarshalViewProps {
  floor: Floor
  plan: Plan
  now: number
  mayStart: boolean
}

type WithRun = FloorVehicle & { run: FloorRun }

/** The floor on a phone: runs with their commands, the most urgent first; then the queue and the free vehicles. */
export function MarshalView({ floor, plan, now, mayStart }: MarshalViewProps) {
  const { t } = useText()
  const commands = useRunCommands()
  const [swapping, setSwapping] = useState<string | null>(null)
  const [shown, setShown] = useState<'runs' | 'line'>('runs')
  const going = byUrgency(floor.vehicles, now, floor.lapSeconds) as WithRun[]
  const swapped = going.find(({ run }) => run.id === swapping)
  const free = floor.vehicles.filter(isFree)
  const late = going.filter(({ run }) => isLate(runClock(run, now, floor.lapSeconds)))
  return (
    <div className="pl-marshal">
      <nav className="pl-marshal-tabs">
        <button type="button" aria-pressed={shown === 'runs'} onClick={() => setShown('runs')}>
          {t('dispatch.onTrack', { count: going.length })}
          {late.length > 0 ? <small>{t('dispatch.late', { count: late.length })}</small> : null}
        </button>
        <button type="button" aria-pressed={shown === 'line'} onClick={() => setShown('line')}>
          {t('dispatch.waiting', { count: floor.waiting })}
        </button>
      </nav>
      {shown === 'line' ? (
        <WaitingList floor={floor} plan={plan} now={now} mayStart={mayStart} />
      ) : (
        <>
          {going.length === 0 ? <EmptyBlock title={t('dispatch.noneRuns')} hint={t('dispatch.noneRunsHint')} /> : null}
          {going.map((vehicle) => {
            const clock = runClock(vehicle.run, now, floor.lapSeconds)
            return (
              <section
                key={vehicle.id}
                className={`pl-marshal-card pl-floor-${clock.phase}`}
                data-vehicle={vehicle.name}
              >
                <h2>
                  {vehicle.name}
                  <small>
                    {vehicle.run.racer} · {vehicle.run.ticketNo}
                  </small>
                </h2>
                <RunTime run={vehicle.run} clock={clock} />
                <HeatPlace runId={vehicle.run.id} />
                <VehicleMarks vehicle={vehicle} />
                <RunButtons
                  run={vehicle.run}
                  commands={commands}
                  limit={floor.extensionLimit}
                  isLate={isLate(clock)}
                  onSwap={() => setSwapping(vehicle.run.id)}
                />
                <StopVehicleButton vehicleId={vehicle.id} name={vehicle.name} />
              </section>
            )
          })}
          <p className="pl-marshal-free">
            {t('dispatch.free', { count: free.length })}
            {free.length > 0 ? `: ${free.map(({ name }) => name).join(t('vehicle.comma'))}` : ''}
          </p>
        </>
      )}
      {swapped ? <SwapDialog floor={floor} vehicle={swapped} onClose={() => setSwapping(null)} /> : null}
    </div>
  )
}
