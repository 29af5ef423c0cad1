import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { RunMode, StartFields } from './play-before-pay.contract.ts'

/** What the checks need to know of a rule. */
export interface StartRule {
  consumeRoleName: string
  countCycleNumber: number
  duration: number
  /** How many people one charge is for; left out or -1: whoever rides. */
  oncePeople?: number
}

export interface StartProblem {
  code: ErrorCode
  details: ErrorDetails & { field: 'ruleId' | 'racer' | 'vehicleId' | 'consumeVehicleMode' | 'people' }
}

/** Whether a rule can be run in a mode: laps need a lap count, timer mode a duration (spec §5). */
export const allowsMode = (rule: StartRule, mode: RunMode): boolean =>
  mode === 'circlemode' ? rule.countCycleNumber !== 0 : rule.duration !== 0

/** More people than anybody types. */
const MOST_PEOPLE = 99

/** How many people a vehicle takes: as many as it seats, where that is said. */
export const seatsOf = ({ seats }: Pick<Vehicle, 'seats'>): number => (seats > 0 ? seats : MOST_PEOPLE)

/** The checks before a start, in the order of spec §5: the first that fails, or null. */
export function checkStart(
  input: Pick<StartFields, 'ruleId' | 'racer' | 'vehicleId' | 'consumeVehicleMode'> & { people?: number },
  rule: StartRule | null,
  vehicle?: Pick<Vehicle, 'name' | 'seats'>,
): StartProblem | null {
  if (input.ruleId === '') return { code: 'sessions.ruleRequired', details: { field: 'ruleId' } }
  if (input.racer.trim() === '') return { code: 'sessions.racerRequired', details: { field: 'racer' } }
  if (input.vehicleId === '') return { code: 'sessions.vehicleRequired', details: { field: 'vehicleId' } }
  if (rule === null) return { code: 'sessions.ruleNotFound', details: { field: 'ruleId' } }
  if (!allowsMode(rule, input.consumeVehicleMode)) {
    return {
      code: input.consumeVehicleMode === 'circlemode' ? 'sessions.noLapMode' : 'sessions.noTimerMode',
      details: { field: 'consumeVehicleMode', rule: rule.consumeRoleName },
    }
  }
  return checkPeople(input.people ?? 1, rule, vehicle)
}

/** How many people may ride by a rule: as many as one charge of it is for. */
export const peopleOf = ({ oncePeople = -1 }: Pick<StartRule, 'oncePeople'>): number =>
  oncePeople >= 0 ? oncePeople : MOST_PEOPLE

function checkPeople(
  people: number,
  rule: StartRule,
  vehicle: Pick<Vehicle, 'name' | 'seats'> | undefined,
): StartProblem | null {
  if (vehicle && people > seatsOf(vehicle)) {
    const { name, seats } = vehicle
    return { code: 'sessions.tooManyPeople', details: { field: 'people', vehicle: name, seats } }
  }
  if (people <= peopleOf(rule)) return null
  const details = { field: 'people', rule: rule.consumeRoleName, limit: peopleOf(rule) } as const
  return { code: 'sessions.ruleOncePeople', details }
}
