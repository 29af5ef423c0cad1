import { useText } from '#renderer/core/locale.ts'
import type { FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'

/** The state of a vehicle without a run, and the reason. */
export function FreeLine({ vehicle }: { vehicle: FloorVehicle }) {
  const { t } = useText()
  const { keptBy, conditionReason, state, seats, isStopped } = vehicle
  if (isStopped && state !== 'maintenance') return t('vehicle.state.stopped')
  if (keptBy !== '') return t('dispatch.keptBy', { by: keptBy })
  const word = t(`vehicle.state.${state}`)
  if (state !== 'idle') return conditionReason ? `${word} · ${conditionReason}` : word
  return seats > 0 ? `${word} · ${t('dispatch.seats', { count: seats })}` : word
}
