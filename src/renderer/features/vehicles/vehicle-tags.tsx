import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { Upkeep, Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

const tones = {
  idle: 'success',
  queuing: 'warning',
  inUse: 'info',
  maintenance: 'warning',
  scrapped: 'neutral',
} satisfies Record<Vehicle['state'], Tone>

/** The state of a vehicle, and its state after the run where that differs. */
export function VehicleStateTag({ state, condition }: Pick<Vehicle, 'state' | 'condition'>) {
  const { t } = useText()
  return (
    <span className="pl-vehicle-tags">
      <ToneTag tone={tones[state]}>{t(`vehicle.state.${state}`)}</ToneTag>
      {state === 'inUse' && condition === 'maintenance' ? (
        <ToneTag tone="warning">{t('vehicle.laterMaintenance')}</ToneTag>
      ) : null}
    </span>
  )
}

const upkeepTones = { ok: 'success', due: 'warning', overdue: 'error' } satisfies Record<Upkeep, Tone>

/** The upkeep state. */
export function UpkeepTag({ state }: { state: Upkeep }) {
  const { t } = useText()
  return <ToneTag tone={upkeepTones[state]}>{t(`vehicle.upkeep.${state}`)}</ToneTag>
}

/** The connection and power of the box in a vehicle. */
export function VehicleFlags({
  isConnecte,
  powered,
  battery,
}: {
  isConnecte: 'YES' | 'NO'
  powered: boolean | null
  battery: number | null
}) {
  const { t } = useText()
  const isOnline = isConnecte === 'YES'
  return (
    <span className="pl-vehicle-tags">
      <ToneTag tone={isOnline ? 'success' : 'neutral'}>{t(isOnline ? 'vehicle.online' : 'vehicle.offline')}</ToneTag>
      {powered === null ? null : (
        <ToneTag tone={powered ? 'success' : 'neutral'}>
          {t(powered ? 'vehicle.poweredOn' : 'vehicle.poweredOff')}
        </ToneTag>
      )}
      {battery === null ? null : <ToneTag tone={battery < 20 ? 'error' : 'neutral'}>{`${battery}%`}</ToneTag>}
    </span>
  )
}
