import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { RuleTile } from './rule-tiles.calc.ts'

/**
 * The vehicle whose defaults apply: only one that the cashier has picked. The screen's proposal may change at any moment
 * and must not change a price.
 */
export const pickedVehicle = (vehicle: Vehicle | null, pickedId: string | null): Vehicle | null =>
  vehicle?.id === pickedId ? vehicle : null

/** The default run mode of a vehicle, or null. */
export const defaultModeOf = (vehicle: Vehicle | null): RunMode | null => vehicle?.defaultMode || null

/** The first applicable rule with the vehicle's default laps or minutes, or null. */
function defaultTileOf(tiles: readonly RuleTile[], vehicle: Vehicle | null, mode: RunMode): RuleTile | null {
  if (!vehicle) return null
  const { defaultLaps, defaultMinutes } = vehicle
  const isUsual = ({ rule, reason }: RuleTile): boolean => {
    if (reason !== null) return false
    return mode === 'circlemode'
      ? defaultLaps > 0 && rule.countCycleNumber === defaultLaps
      : defaultMinutes > 0 && rule.duration === defaultMinutes
  }
  return tiles.find(isUsual) ?? null
}

/** The chosen rule, else the default rule of the picked vehicle, else the only one that applies, else null. */
export function tileNow(
  tiles: readonly RuleTile[],
  { ruleId, picked, mode }: { ruleId: string | null; picked: Vehicle | null; mode: RunMode },
): RuleTile | null {
  const fitting = tiles.filter(({ reason }) => reason === null)
  const only = fitting.length === 1 ? fitting[0] : undefined
  return tiles.find(({ rule }) => rule.id === ruleId) ?? defaultTileOf(tiles, picked, mode) ?? only ?? null
}
