import { useText } from '#renderer/core/locale.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { LOW_BATTERY } from './floor.calc.ts'

/** Remarks on a vehicle: battery, upkeep, connection. */
export function VehicleMarks({ vehicle }: { vehicle: FloorVehicle }) {
  const { t } = useText()
  const { battery, fault, upkeep, isConnecte, condition, run, isStopped } = vehicle
  const faultText = (code: string): string => (code === 'collision' ? t('dispatch.collision') : code)
  const isLow = battery !== null && battery < LOW_BATTERY
  return (
    <span className="pl-floor-marks">
      {run && isStopped ? <ToneTag tone="error">{t('vehicle.state.stopped')}</ToneTag> : null}
      {fault ? <ToneTag tone="error">{t('dispatch.fault', { fault: faultText(fault) })}</ToneTag> : null}
      {battery === null ? null : (
        <ToneTag tone={isLow ? 'error' : 'neutral'}>{t('dispatch.battery', { percent: battery })}</ToneTag>
      )}
      {upkeep === 'ok' ? null : (
        <ToneTag tone={upkeep === 'overdue' ? 'error' : 'warning'}>{t(`dispatch.upkeep.${upkeep}`)}</ToneTag>
      )}
      {isConnecte === 'NO' && condition === 'ready' ? <ToneTag tone="neutral">{t('vehicle.offline')}</ToneTag> : null}
      {run && condition === 'maintenance' ? <ToneTag tone="warning">{t('vehicle.laterMaintenance')}</ToneTag> : null}
      {run?.slowed ? <ToneTag tone="info">{t('dispatch.isSlow')}</ToneTag> : null}
    </span>
  )
}
