import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { RunMode, StartFields } from './play-before-pay.contract.ts'

/** Fields of a rule that the checks use. */
export interface StartRule {
  consumeRoleName: string
  countCycleNumber: number
  duration: number
  /** People per charge; absent or -1: no limit. */
  oncePeople?: number
}

export interface StartProblem {
  code: ErrorCode
  details: ErrorDetails & { field: 'ruleId' | 'racer' | 'vehicleId' | 'consumeVehicleMode' | 'people' }
}

/** Whether a rule allows a run mode: laps require a lap count, minutes a duration (spec §5). */
export const allowsMode = (rule: StartRule, mode: RunMode): boolean =>
  mode === 'circlemode' ? rule.countCycleNumber !== 0 : rule.duration !== 0

/** Upper bound of people, against typing errors. */
const MAX_PEOPLE = 99

/** Most people on a vehicle: its seats, if set. */
export const seatsOf = ({ seats }: Pick<Vehicle, 'seats'>): number => (seats > 0 ? seats : MAX_PEOPLE)

/** Runs the checks before a start in the order of spec §5; returns the first failure or null. */
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

/** Most people who may ride by a rule in one charge. */
export const peopleOf = ({ oncePeople = -1 }: Pick<StartRule, 'oncePeople'>): number =>
  oncePeople >= 0 ? oncePeople : MAX_PEOPLE

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
