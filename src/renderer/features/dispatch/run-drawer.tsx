import { Button, Drawer, Popconfirm } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { StopVehicleButton } from '#renderer/features/gateway/index.ts'
import { HeatPlace } from '#renderer/features/rankings/index.ts'
import type { Floor, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isLate, runClock } from './floor.calc.ts'
import { RunTime } from './run-time.tsx'
import { SwapDialog } from './swap-dialog.tsx'
import { type RunCommands, useRunCommands } from './use-run-commands.ts'
import { VehicleMarks } from './vehicle-marks.tsx'

interface RunDrawerProps {
  floor: Floor
  vehicle: FloorVehicle & { run: FloorRun }
  now: number
  onClose(): void
}

/** A run, and what can be done to it. */
export function RunDrawer({ floor, vehicle, now, onClose }: RunDrawerProps) {
  const { t } = useText()
  const commands = useRunCommands()
  const [isSwapping, setSwapping] = useState(false)
  const { run } = vehicle
  const at = (wire: string) => wire.slice(11, 16)
  const clock = runClock(run, now, floor.lapSeconds)
  return (
    <Drawer open size={400} title={`${vehicle.name} · ${run.cheshou}`} onClose={onClose}>
      <div className="pl-run-drawer">
        <RunTime run={run} clock={clock} />
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
        <RunButtons
          run={run}
          commands={commands}
          limit={floor.extensionLimit}
          isLate={isLate(clock)}
          onSwap={() => setSwapping(true)}
        />
        <StopVehicleButton vehicleId={vehicle.id} name={vehicle.name} />
      </div>
      {isSwapping ? (
        <SwapDialog
          floor={floor}
          vehicle={vehicle}
          onClose={(isDone) => {
            setSwapping(false)
            if (isDone) onClose()
          }}
        />
      ) : null}
    </Drawer>
  )
}

interface RunButtonsProps {
  run: FloorRun
  commands: RunCommands
  /** How often one may make it longer; -1: as often as it takes. */
  limit: number
  /** It should be back: calling it is what is probably wanted. */
  isLate: boolean
  onSwap(): void
}

/** Longer, a lap counted, slow, back, at once, another vehicle: large enough for gloves. */
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
