import { Button, Drawer, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { StopVehicleButton } from '#renderer/features/gateway/index.ts'
import { HeatPlace } from '#renderer/features/rankings/index.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import type { Floor, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import type { VehicleCondition } from '#shared/features/vehicles/vehicles.schema.ts'
import { isLate, runClock } from './floor.calc.ts'
import { FreeLine } from './free-line.tsx'
import { RunTime } from './run-time.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import { type RunCommands, useRunCommands } from './use-run-commands.ts'
import { VehicleMarks } from './vehicle-marks.tsx'
import './dispatch.css'

interface FloorDrawerProps {
  floor: Floor
  vehicle: FloorVehicle
  now: number
  /** Switches to another vehicle; absent where the screen shows them all. */
  onPick?: (id: string) => void
  onClose(): void
}

/** A vehicle of the floor: its run with the commands, and its service state. */
export function FloorDrawer({ floor, vehicle, now, onPick, onClose }: FloorDrawerProps) {
  const { t } = useText()
  const commands = useRunCommands()
  const [swapped, setSwapped] = useState<(FloorVehicle & { run: FloorRun }) | null>(null)
  const { run } = vehicle
  const picker = onPick ? (
    <Select
      aria-label={t('dispatch.vehicleId')}
      className="pl-floor-picker"
      showSearch={{ optionFilterProp: 'label' }}
      value={vehicle.id}
      options={floor.vehicles.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onPick}
    />
  ) : null
  return (
    <Drawer
      open
      size={400}
      title={run ? `${vehicle.name} · ${run.racer}` : vehicle.name}
      extra={picker}
      onClose={onClose}
    >
      <div className="pl-run-drawer" data-vehicle={vehicle.name}>
        {run ? (
          <RunFacts run={run} floor={floor} now={now} vehicle={vehicle} />
        ) : (
          <>
            <p>
              <FreeLine vehicle={vehicle} />
            </p>
            <VehicleMarks vehicle={vehicle} />
          </>
        )}
        {run ? (
          <RunButtons
            run={run}
            commands={commands}
            limit={floor.extensionLimit}
            isLate={isLate(runClock(run, now, floor.lapSeconds))}
            onSwap={() => setSwapped({ ...vehicle, run })}
          />
        ) : null}
        <ServiceButton vehicle={vehicle} />
        <StopVehicleButton vehicleId={vehicle.id} name={vehicle.name} />
      </div>
      {swapped ? (
        <SwapDialog
          floor={floor}
          vehicle={swapped}
          onClose={(isDone) => {
            setSwapped(null)
            if (isDone) onClose()
          }}
        />
      ) : null}
    </Drawer>
  )
}

function RunFacts({
  run,
  floor,
  now,
  vehicle,
}: Pick<FloorDrawerProps, 'floor' | 'now' | 'vehicle'> & { run: FloorRun }) {
  const { t } = useText()
  const at = (wire: string) => wire.slice(11, 16)
  return (
    <>
      <RunTime run={run} clock={runClock(run, now, floor.lapSeconds)} />
      <HeatPlace runId={run.id} />
      <VehicleMarks vehicle={vehicle} />
      <p>
        {run.ticketNo} · {run.roleName} · {t('dispatch.people', { count: run.people })}
      </p>
      <p>
        {t('dispatch.startedAt', { time: at(run.startTime) })}
        {run.dueTime ? ` · ${t('dispatch.dueAt', { time: at(run.dueTime) })}` : ''}
        {run.stoppedBy ? ` · ${t('dispatch.calledBackBy', { by: run.stoppedBy })}` : ''}
      </p>
    </>
  )
}

/** Takes the vehicle out of service, after its current run, or back into service. */
function ServiceButton({ vehicle: { id, name, condition } }: { vehicle: FloorVehicle }) {
  const { t } = useText()
  const ask = useConfirmation()
  if (!useMay('vehicle:maintain') || condition === 'scrapped') return null
  const turn = (to: VehicleCondition) => async (reason: string) => {
    const { message } = await client.vehicles.setCondition({ body: { id, condition: to, reason } })
    await queryClient.invalidateQueries({ queryKey: ['floor'] })
    return message
  }
  const stop = () =>
    void ask(t('vehicle.stopTitle', { vehicle: name }), turn('maintenance'), {
      hint: t('vehicle.stopHint'),
      ok: t('vehicle.stop'),
      needsReason: true,
    })
  const back = () => void ask(t('vehicle.backAsk', { vehicle: name }), turn('ready'), { isDanger: false })
  return (
    <Button size="large" onClick={condition === 'ready' ? stop : back}>
      {t(condition === 'ready' ? 'vehicle.stop' : 'vehicle.back')}
    </Button>
  )
}

interface RunButtonsProps {
  run: FloorRun
  commands: RunCommands
  /** How often a user may extend it; -1 means without limit. */
  limit: number
  /** It is overdue, so calling back is the main button. */
  isLate: boolean
  onSwap(): void
}

/** The commands of a run, with buttons large enough for gloves. */
export function RunButtons({ run, commands, limit, isLate, onSwap }: RunButtonsProps) {
  const { t } = useText()
  const isByLaps = run.consumeVehicleMode === 'circlemode'
  const isBusy = commands.busy === run.id
  const isCalled = run.stoppedBy !== ''
  const isFull = limit >= 0 && run.extended >= limit
  const used = limit < 0 ? String(run.extended) : `${run.extended}/${limit}`
  return (
    <div className="pl-run-buttons">
      {commands.mayCount && isByLaps ? (
        <Button
          size="large"
          disabled={isBusy || run.lapsDone >= run.countCycleNumber}
          onClick={() => commands.lap(run)}
        >
          {t('dispatch.countLap', { number: Math.min(run.lapsDone + 1, run.countCycleNumber) })}
        </Button>
      ) : null}
      {commands.mayExtend ? (
        <Button
          size="large"
          disabled={isBusy || isCalled || isFull}
          title={isFull ? t('dispatch.extendedFull') : undefined}
          onClick={() => commands.extend(run)}
        >
          {t(isByLaps ? 'dispatch.addLap' : 'dispatch.addMinute')} <small>{used}</small>
        </Button>
      ) : null}
      {commands.mayStop ? (
        <>
          <Button size="large" disabled={isBusy} onClick={() => commands.slow(run)}>
            {t(run.slowed ? 'dispatch.fast' : 'dispatch.slow')}
          </Button>
          <Button size="large" danger={isLate} disabled={isBusy || isCalled} onClick={() => commands.stop(run, false)}>
            {t('dispatch.callBack')}
          </Button>
          <Popconfirm
            title={t('dispatch.endAsk')}
            description={t('dispatch.endIsNoStop')}
            okText={t('dispatch.endNow')}
            cancelText={t('action.cancel')}
            onConfirm={() => commands.stop(run, true)}
          >
            <Button size="large" disabled={isBusy}>
              {t('dispatch.endNow')}
            </Button>
          </Popconfirm>
        </>
      ) : null}
      {commands.maySwap ? (
        <Button size="large" disabled={isBusy || isCalled} onClick={onSwap}>
          {t('dispatch.swap')}
        </Button>
      ) : null}
    </div>
  )
}
