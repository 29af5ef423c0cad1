import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useHelpKeys } from '#renderer/core/help.ts'
import { useNarrow } from '#renderer/core/hooks.ts'
import { isCovered, isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { useMay } from '#renderer/core/session.ts'
import { muted, setMuted } from '#renderer/core/sounds.ts'
import { EmergencyBanner, EmergencyButton } from '#renderer/features/gateway/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { PageLink } from '#renderer/ui/layout/page-link.tsx'
import type { Floor, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { isFree, isLate, runClock } from './floor.calc.ts'
import { FloorDrawer } from './floor-drawer.tsx'
import { FloorTile } from './floor-tile.tsx'
import { MarshalView } from './marshal-view.tsx'
import { StartBar } from './start-bar.tsx'
import { useFloor, useOverrunSound, useServerTime } from './use-floor.ts'
import { type Plan, usePlan } from './use-plan.ts'
import { WaitingList } from './waiting-list.tsx'
import './dispatch.css'
import './waiting.css'

/** The dispatch board: vehicles with runs, the queue, and starts by one key; on a phone the marshal's view. */
export function DispatchBoardPage() {
  const { t } = useText()
  const floor = useFloor()
  if (floor.data) return <FloorBoard floor={floor.data} ahead={floor.data.clockOffsetMs} failure={floor.error} />
  return (
    <div className="pl-page pl-board-page">
      <PageHead title={t('menu.dispatch')} />
      {floor.error ? <ErrorBlock error={floor.error} retry={() => void floor.refetch()} /> : <Skeleton active />}
    </div>
  )
}

function FloorBoard({ floor, ahead: clockOffsetMs, failure }: { floor: Floor; ahead: number; failure: unknown }) {
  const { t } = useText()
  const isPhone = useNarrow(768)
  const mayStart = useMay('queue:start')
  const now = useServerTime(clockOffsetMs)
  const plan = usePlan(floor)
  const late = useOverrunSound(floor, now)
  const storeName = useStoreName()
  const stores = new Set(floor.vehicles.map(({ sysOrgCode }) => sysOrgCode))
  const [opened, setOpened] = useState<string | null>(null)
  useBoardKeys(floor, plan, mayStart)
  const withRun = (vehicle: FloorVehicle): vehicle is FloorVehicle & { run: FloorRun } => vehicle.run !== null
  const openedVehicle = floor.vehicles.filter(withRun).find(({ run }) => run.id === opened)
  return (
    <div className="pl-page pl-board-page">
      <PageHead title={t('menu.dispatch')}>
        {isPhone ? null : <FloorFigures floor={floor} now={now} />}
        {isPhone ? null : <EmergencyButton types={typesOf(floor)} />}
        <SoundButton />
      </PageHead>
      <div className="pl-visually-hidden" aria-live="assertive">
        {late.length > 0 ? t('dispatch.timeUp', { vehicles: late.join(t('vehicle.comma')) }) : ''}
      </div>
      {failure ? <ErrorBlock error={failure} /> : null}
      <EmergencyBanner />
      {isPhone ? (
        <MarshalView floor={floor} plan={plan} now={now} mayStart={mayStart} />
      ) : (
        <div className="pl-board">
          <aside aria-label={t('dispatch.line')}>
            <h2>
              {t('dispatch.line')} <small>{t('dispatch.waiting', { count: floor.waiting })}</small>
            </h2>
            <WaitingList floor={floor} plan={plan} now={now} mayStart={mayStart} />
          </aside>
          <section aria-label={t('dispatch.vehicles')}>
            {floor.vehicles.length === 0 ? (
              <EmptyBlock
                title={t('vehicle.none')}
                hint={t('vehicle.noneHint')}
                action={<PageLink component="vehicles/SysVehicleList">{t('menu.vehicleList')}</PageLink>}
              />
            ) : (
              <div className="pl-floor">
                {floor.vehicles.map((vehicle) => (
                  <FloorTile
                    key={vehicle.id}
                    vehicle={vehicle}
                    now={now}
                    lapSeconds={floor.lapSeconds}
                    planned={plan.entryOn(vehicle.id)}
                    storeName={stores.size > 1 ? storeName(vehicle.sysOrgCode) : null}
                    onPress={() => (vehicle.run ? setOpened(vehicle.run.id) : mayStart && plan.putChosen(vehicle.id))}
                    onDropEntry={(id) => plan.put(id, vehicle.id)}
                  />
                ))}
              </div>
            )}
          </section>
        </div>
      )}
      <StartBar floor={floor} plan={plan} />
      {isPhone ? <EmergencyButton types={typesOf(floor)} isBig /> : null}
      {openedVehicle ? (
        <FloorDrawer floor={floor} vehicle={openedVehicle} now={now} onClose={() => setOpened(null)} />
      ) : null}
    </div>
  )
}

const typesOf = ({ vehicles }: Floor): string[] =>
  [...new Set(vehicles.map(({ vehicleType }) => vehicleType))].filter((type) => type !== '').sort()

/** Digits plan waiting rides, arrows move the last one, Enter starts them all. */
function useBoardKeys(floor: Floor, plan: Plan, mayStart: boolean): void {
  const { t } = useText()
  useHelpKeys(t('dispatch.keys'), [
    ['1 … 9', t('dispatch.key.digit')],
    [t('keys.arrows'), t('dispatch.key.arrows')],
    ['Enter', t('dispatch.key.enter')],
    ['Esc', t('dispatch.key.escape')],
  ])
  useHotkeys((event) => {
    if (isTyping(event.target) || isCovered() || event.ctrlKey || event.metaKey || event.altKey) return false
    const act = (does: () => void): boolean => {
      does()
      return true
    }
    if (!mayStart) return false
    const entry = /^[1-9]$/.test(event.key) ? floor.entries[Number(event.key) - 1] : undefined
    if (entry) return act(() => plan.toggle(entry))
    if (plan.isEmpty()) return false
    switch (event.key) {
      case 'Enter':
        // A held key starts once.
        return event.repeat || act(plan.start)
      case 'Escape':
        return act(plan.clear)
      case 'ArrowRight':
      case 'ArrowDown':
        return act(() => plan.step(1))
      case 'ArrowLeft':
      case 'ArrowUp':
        return act(() => plan.step(-1))
      default:
        return false
    }
  })
}

function FloorFigures({ floor, now }: { floor: Floor; now: number }) {
  const { t } = useText()
  const going = floor.vehicles.filter(({ run }) => run !== null)
  const late = going.filter(({ run }) => run && isLate(runClock(run, now, floor.lapSeconds)))
  return (
    <p className="pl-floor-figures">
      {t('dispatch.free', { count: floor.vehicles.filter(isFree).length })} ·{' '}
      {t('dispatch.onTrack', { count: going.length })}
      {late.length > 0 ? <strong> · {t('dispatch.late', { count: late.length })}</strong> : null}
    </p>
  )
}

function SoundButton() {
  const { t } = useText()
  const [isMuted, show] = useState(muted.get())
  const press = () => {
    setMuted(!isMuted)
    show(!isMuted)
  }
  return <Button onClick={press}>{t(isMuted ? 'dispatch.soundOff' : 'dispatch.soundOn')}</Button>
}
