import { App } from 'antd'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import {
  type BoardVehicle,
  clock,
  mayBeBack,
  type VehicleTile,
  vehicleTile,
} from '#renderer/features/counter/choices/counter.calc.ts'
import { RecentStarts } from '#renderer/features/counter/starts/recent-starts.tsx'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { PageLink } from '#renderer/ui/layout/page-link.tsx'
import { FieldProblem } from './field-problem.tsx'
import type { OpenedVehicle } from './use-opened-vehicle.ts'

// Loaded when a vehicle is opened for the first time.
const VehicleOnFloor = lazy(async () => ({
  default: (await import('#renderer/features/dispatch/index.ts')).VehicleOnFloor,
}))

export const VEHICLE_COLUMNS = 4
/** Names longer than this are shown in smaller type. */
const LONG_NAME = 4

interface WherePanelProps {
  counter: Counter
  opened: OpenedVehicle
  /** Null where nothing can be printed. */
  onReprint: ((start: RecentStart, pressedAt: number) => void) | null
}

/** WHERE: the vehicles with their states; the best idle one is already chosen. */
export function WherePanel({ counter, opened, onReprint }: WherePanelProps) {
  const { t } = useText()
  const board = useRef<HTMLFieldSetElement>(null)
  const isWrong = counter.problem?.field === 'vehicleId'
  useEffect(() => {
    if (!isWrong) return
    // An idle one, because Enter on a vehicle in use would ask to end its run.
    const chosen = board.current?.querySelector<HTMLElement>('[aria-pressed="true"], [data-state="idle"]')
    chosen?.focus()
  }, [isWrong])
  const idle = counter.vehicles.filter((one) => vehicleTile(one, counter.now).state === 'idle').length
  return (
    <section className="pl-counter-panel pl-where" aria-label={t('counter.where')}>
      <h2>
        {t('counter.where')}
        <small>
          {counter.takesSeveral
            ? t('vehicle.chosenCount', { count: counter.chosenVehicles.length })
            : t('vehicle.idleCount', { count: idle })}
        </small>
      </h2>
      <FieldProblem problem={counter.problem} field="vehicleId" />
      {counter.vehicles.length === 0 ? (
        <EmptyBlock
          title={t('vehicle.none')}
          hint={t('vehicle.noneHint')}
          action={<PageLink component="vehicles/SysVehicleList">{t('menu.vehicleList')}</PageLink>}
        />
      ) : (
        <fieldset ref={board} className="pl-vehicles" aria-label={t('counter.where')}>
          {counter.vehicles.map((vehicle) => (
            <VehicleButton key={vehicle.id} vehicle={vehicle} counter={counter} opened={opened} />
          ))}
        </fieldset>
      )}
      {opened.id ? (
        <Suspense fallback={null}>
          <VehicleOnFloor vehicleId={opened.id} onPick={opened.open} onClose={opened.close} />
        </Suspense>
      ) : null}
      <RecentStarts recent={counter.recent} onRepeat={counter.repeat} onReprint={onReprint} />
    </section>
  )
}

interface VehicleButtonProps {
  vehicle: BoardVehicle
  counter: Counter
  opened: OpenedVehicle
}

/** A vehicle. A click chooses an idle one and opens the board's drawer for others; a right click always opens it. */
function VehicleButton({ vehicle, counter, opened }: VehicleButtonProps) {
  const { t } = useText()
  const finish = useFinish(counter)
  const { state, seconds, counts } = vehicleTile(vehicle, counter.now)
  const isIdle = state === 'idle'
  // Offline a run cannot be ended, so its vehicle can be started again.
  const canStart = isIdle || (state === 'inUse' && counter.mayStartBusy && mayBeBack(vehicle))
  const isChosen = canStart && counter.chosenVehicles.some(({ id }) => id === vehicle.id)
  const line =
    seconds === null
      ? t(`vehicle.state.${state}`)
      : t(counts === 'down' ? 'vehicle.left' : 'vehicle.running', { time: clock(seconds) })
  const press = () => {
    if (canStart) counter.chooseVehicle(vehicle.id)
    else if (opened.canOpen) opened.open(vehicle.id)
    else finish(vehicle)
  }
  return (
    <button
      type="button"
      className={`pl-vehicle pl-vehicle-${state}`}
      data-vehicle={vehicle.name}
      data-state={state}
      aria-pressed={isChosen}
      disabled={!isIdle && vehicle.state !== 'inUse' && !opened.canOpen}
      title={vehicle.racer && !isIdle ? `${vehicle.name} · ${vehicle.racer}` : vehicle.name}
      onClick={press}
      onContextMenu={(event) => {
        event.preventDefault()
        if (opened.canOpen) opened.open(vehicle.id)
      }}
    >
      <strong className={vehicle.name.length > LONG_NAME ? 'pl-vehicle-long' : ''}>{vehicle.name}</strong>
      <span>{line}</span>
      <Marks vehicle={vehicle} state={state} />
    </button>
  )
}

/** The most important remark on a vehicle. */
function Marks({ vehicle, state }: Pick<VehicleTile, 'vehicle' | 'state'>) {
  const { t } = useText()
  const { condition, isConnecte, upkeep } = vehicle
  if (state === 'inUse' && condition === 'maintenance') return <small>{t('vehicle.laterMaintenance')}</small>
  if (state !== 'idle') return null
  if (isConnecte === 'NO') return <small>{t('vehicle.disconnected')}</small>
  return upkeep === 'ok' ? null : <small>{t(`vehicle.tile.${upkeep}`)}</small>
}

/** Ends a run after confirmation, where the board's drawer is not available. Needs the server. */
function useFinish(counter: Counter): (vehicle: BoardVehicle) => void {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const may = useMay('vehicle:finish')
  return (vehicle) => {
    if (!may) return void message.warning(t('error.auth.forbidden'))
    ask({
      title: t('vehicle.finishAsk', { vehicle: vehicle.name }),
      content: t('vehicle.finishHint', {
        racer: vehicle.racer ?? '—',
        time: vehicle.startedAt?.slice(11, 16) ?? '—',
      }),
      ok: t('vehicle.finish'),
      // The focus is on cancel, so that an extra Enter does not end a run.
      enter: 'no',
      onOk: async () => {
        try {
          const { result } = await client.vehicles.finish({
            body: { id: vehicle.id, runId: vehicle.runId || undefined },
          })
          counter.patchVehicle(vehicle.id, result)
          counter.showNotice({ key: 'vehicle.finished', values: { vehicle: vehicle.name } })
        } catch (error) {
          void message.warning(textOfError(t, error))
          counter.refresh()
        }
      },
    })
  }
}
