import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { RuleTile } from './rule-tiles.calc.ts'

/**
 * The vehicle whose defaults fill the choice: one that the cashier has picked. One that the screen proposes may become another at any
 * moment, and must not change a price.
 */
export const pickedVehicle = (vehicle: Vehicle | null, pickedId: string | null): Vehicle | null =>
  vehicle?.id === pickedId ? vehicle : null

/** The run mode in which a vehicle is usually driven; null where nobody has said it. */
export const defaultModeOf = (vehicle: Vehicle | null): RunMode | null => vehicle?.defaultMode || null

/** The rule for as many laps, or minutes, as a vehicle usually drives: the first of those that apply. */
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

/** The rule that is chosen, or else proposed: the usual one of the vehicle that was picked, or the only one that applies. */
export function tileNow(
  tiles: readonly RuleTile[],
  { ruleId, picked, mode }: { ruleId: string | null; picked: Vehicle | null; mode: RunMode },
): RuleTile | null {
  const fitting = tiles.filter(({ reason }) => reason === null)
  const only = fitting.length === 1 ? fitting[0] : undefined
  return tiles.find(({ rule }) => rule.id === ruleId) ?? defaultTileOf(tiles, picked, mode) ?? only ?? null
}
