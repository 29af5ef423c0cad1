import type { Catalogue } from '#renderer/platform/platform.ts'
import type { Choices } from './choices.calc.ts'
import {
  type BoardVehicle,
  chosenVehicle,
  peopleAllowed,
  startable,
  stepVehicle,
  takesSeveral,
} from './counter.calc.ts'

interface BoardInput {
  catalogue: Catalogue | null
  /** The ids of vehicles under an emergency stop. */
  stopped: ReadonlySet<string>
  choices: Choices
  people: number
  now: number
  /** Offline a vehicle shown as in use may be back. */
  mayStartBusy: boolean
}

/** The vehicles of the store and the chosen ones: one, or several for types that take several. */
export interface VehicleBoard {
  vehicles: readonly BoardVehicle[]
  /** The cashier's choice, else the screen's proposal. */
  vehicle: BoardVehicle | null
  chosen: readonly BoardVehicle[]
  isSeveral: boolean
  mostPeople: number
}

export function vehicleBoard({ catalogue, stopped, choices, people, now, mayStartBusy }: BoardInput): VehicleBoard {
  const all = catalogue?.vehicles.filter((one) => one.state !== 'scrapped') ?? []
  const vehicles: BoardVehicle[] = all.map((one) => (stopped.has(one.id) ? { ...one, isStopped: true } : one))
  const isSeveral = takesSeveral(choices.type)
  const vehicle = chosenVehicle(vehicles, choices.vehicleId, now, !mayStartBusy, isSeveral ? 1 : people)
  const more = isSeveral ? startable(vehicles, now).filter(({ id }) => choices.moreVehicles.includes(id)) : []
  const others = more.filter(({ id }) => id !== vehicle?.id)
  const chosen = vehicle ? [vehicle, ...others] : []
  return {
    vehicles,
    vehicle,
    chosen,
    isSeveral,
    mostPeople: isSeveral
      ? chosen.reduce((sum, one) => sum + peopleAllowed([one], one.id, now), 0)
      : peopleAllowed(vehicles, choices.vehicleId, now),
  }
}

type VehicleChoice = Pick<Choices, 'vehicleId' | 'moreVehicles'>

/** Adds or removes a vehicle. The first one stays, also where it was only proposed. */
function toggled({ chosen }: VehicleBoard, id: string): VehicleChoice {
  const ids = chosen.map((one) => one.id)
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]
  const [first = id, ...rest] = next
  return { vehicleId: first, moreVehicles: rest }
}

/** Picks a vehicle on the board, for a guest of this type. */
export const pickedOn = (board: VehicleBoard, id: string, { type }: Pick<Choices, 'type'>): VehicleChoice =>
  board.isSeveral && takesSeveral(type) ? toggled(board, id) : { vehicleId: id, moreVehicles: [] }

/** Adds the next idle vehicle; null where there is none, or where one vehicle is all. */
export function oneMoreOn(board: VehicleBoard, now: number): VehicleChoice | null {
  const next = startable(board.vehicles, now).find(({ id }) => !board.chosen.some((one) => one.id === id))
  return board.isSeveral && next ? toggled(board, next.id) : null
}

/** An arrow key on the board. */
export interface BoardStep {
  arrow: 'left' | 'right' | 'up' | 'down'
  columns: number
}

/** The choice that an arrow key makes. */
export const steppedOn = (
  { vehicles, vehicle }: VehicleBoard,
  { arrow, columns }: BoardStep,
  { now, mayStartBusy }: Pick<BoardInput, 'now' | 'mayStartBusy'>,
): VehicleChoice => ({
  vehicleId: stepVehicle(vehicles, vehicle?.id ?? null, arrow, { columns, now, online: !mayStartBusy }),
  moreVehicles: [],
})
