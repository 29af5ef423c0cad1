import type { Notice } from '#renderer/core/notice.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { formatMinor } from '#shared/core/money.ts'
import { fromWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { ConsumeRule, ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { Shortage } from '#shared/features/sessions/charge-lines.calc.ts'
import { holdOf } from '#shared/features/sessions/hold.calc.ts'
import type { RunMode } from '#shared/features/sessions/play-before-pay.contract.ts'
import { seatsOf } from '#shared/features/sessions/start.calc.ts'
import { afterRun } from '#shared/features/vehicles/after-run.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

const oneOnly: readonly ConsumeType[] = ['PLAYFREELY', 'TESTCARD']

/** PLAYFREELY and TESTCARD are for one person (spec §4). */
export const peopleFixed = (type: ConsumeType): boolean => oneOnly.includes(type)

/** Choosing QUAN forces lap mode (spec §4). */
export const modeForced = (type: ConsumeType): RunMode | null => (type === 'QUAN' ? 'circlemode' : null)

const multiVehicleTypes: readonly ConsumeType[] = ['GROUPCOUPON', 'QUAN']

/** Types of which one charge starts several vehicles (spec §4). */
export const takesSeveral = (type: ConsumeType): boolean => multiVehicleTypes.includes(type)

const guestTypes: readonly ConsumeType[] = ['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']

/** Whether a type charges a member's wallets. */
export const chargesMember = (type: ConsumeType): boolean => !guestTypes.includes(type)

const visitTypes: readonly ConsumeType[] = ['FREQUENCY', 'PLAYFREELY']

/** Whether a pending ride needs the member's consumption password: it holds value, visits or a card, and a password is set. */
export const asksPassword = (rule: ConsumeRule, people: number, member: Member | null): boolean =>
  member?.havePassword === 'YES' &&
  (visitTypes.includes(rule.consumeTypeRole) || Object.values(holdOf(rule, people)).some((value) => value > 0))

const countsOf = {
  'members.insufficientIntegral': 'wallet.integral',
  'members.insufficientQuan': 'wallet.laps',
  'members.insufficientCoins': 'wallet.coins',
  'members.insufficientGive': 'wallet.give',
  'members.insufficientFrequency': 'wallet.frequency',
} as const

/** The notice for a shortage in a member's wallets. */
export function shortageText({ code, needed, available }: Shortage): Notice {
  if (code === 'members.noUnlimitedCard') return { key: 'counter.will.unlimitedNone' }
  if (code === 'members.insufficientBalance')
    return {
      key: 'counter.will.short',
      values: { needed: formatMinor(needed), available: formatMinor(available) },
    }
  return { key: 'counter.will.shortCount', values: { wallet: { key: countsOf[code] }, needed, available } }
}

/** A vehicle on the counter. One stopped by an emergency stop cannot be started, and its timer stands still. */
export type BoardVehicle = Vehicle & { isStopped?: boolean }

export interface VehicleTile {
  vehicle: BoardVehicle
  /** Its state now; a timed run whose end has passed no longer occupies it. */
  state: Vehicle['state'] | 'stopped'
  /** Seconds left of a timed run, or run so far in lap mode. */
  seconds: number | null
  counts: 'down' | 'up' | null
}

/** Whether a vehicle shown as in use may be started offline: not if it goes out of service after its run. */
export const mayBeBack = ({ state, condition }: Vehicle): boolean => state === 'inUse' && condition === 'ready'

/** The tile of a vehicle at `now` (epoch ms). */
export function vehicleTile(vehicle: BoardVehicle, now: number): VehicleTile {
  const isRiding = vehicle.state === 'inUse'
  if (vehicle.isStopped && (isRiding || vehicle.state === 'idle'))
    return { vehicle, state: 'stopped', seconds: null, counts: null }
  if (!isRiding) return { vehicle, state: vehicle.state, seconds: null, counts: null }
  if (vehicle.endsAt) {
    const left = Math.ceil((fromWireTime(vehicle.endsAt).getTime() - now) / 1000)
    return left > 0
      ? { vehicle, state: 'inUse', seconds: left, counts: 'down' }
      : { vehicle, state: afterRun(vehicle), seconds: null, counts: null }
  }
  const run = vehicle.startedAt ? Math.floor((now - fromWireTime(vehicle.startedAt).getTime()) / 1000) : null
  return {
    vehicle,
    state: 'inUse',
    seconds: run === null ? null : Math.max(0, run),
    counts: run === null ? null : 'up',
  }
}

/** `4:10`, or `1:04:10` from an hour on. */
export function clock(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** The vehicles that can be started now, connected ones first. The first one is the default choice. */
export function startable(vehicles: readonly BoardVehicle[], now: number): BoardVehicle[] {
  return vehicles
    .filter((vehicle) => vehicleTile(vehicle, now).state === 'idle')
    .sort((a, b) => Number(b.isConnecte === 'YES') - Number(a.isConnecte === 'YES') || a.indexNumber - b.indexNumber)
}

/**
 * The chosen vehicle: the cashier's choice while it is idle, else the first idle one with enough seats. Offline no run can
 * be ended, so the cashier may also choose a vehicle shown as in use that is back.
 */
export function chosenVehicle(
  vehicles: readonly BoardVehicle[],
  picked: string | null,
  now: number,
  online: boolean,
  people = 1,
): BoardVehicle | null {
  const idle = startable(vehicles, now)
  const own = vehicles.find((vehicle) => vehicle.id === picked)
  if (own && !online && mayBeBack(own) && vehicleTile(own, now).state === 'inUse') return own
  const proposed = idle.find((vehicle) => people <= seatsOf(vehicle)) ?? idle[0] ?? null
  return idle.find((vehicle) => vehicle.id === picked) ?? proposed
}

/** The maximum of people: the seats of the cashier's choice, else of the largest vehicle that could be proposed. */
export function peopleAllowed(vehicles: readonly BoardVehicle[], picked: string | null, now: number): number {
  const own = vehicles.find((vehicle) => vehicle.id === picked)
  const idle = startable(vehicles, now)
  return Math.max(1, ...(own ? [own] : idle.length > 0 ? idle : vehicles).map(seatsOf))
}

/** The vehicle that an arrow key moves to: an idle one, or offline one in use where none is idle. */
export function stepVehicle(
  vehicles: readonly BoardVehicle[],
  from: string | null,
  arrow: 'left' | 'right' | 'up' | 'down',
  { columns, now, online }: { columns: number; now: number; online: boolean },
): string | null {
  const target = online || startable(vehicles, now).length > 0 ? 'idle' : 'inUse'
  const step = { left: -1, right: 1, up: -columns, down: columns }[arrow]
  const fits = (vehicle: BoardVehicle | undefined) =>
    vehicle !== undefined && vehicleTile(vehicle, now).state === target && (target === 'idle' || mayBeBack(vehicle))
  const at = vehicles.findIndex((vehicle) => vehicle.id === from)
  if (at < 0) return vehicles.find(fits)?.id ?? null
  for (let index = at + step; index >= 0 && index < vehicles.length; index += step) {
    if (fits(vehicles[index])) return vehicles[index]?.id ?? null
  }
  // A column without another idle vehicle goes on in reading order.
  const small = step > 0 ? 1 : -1
  for (let index = at + small; index >= 0 && index < vehicles.length; index += small) {
    if (fits(vehicles[index])) return vehicles[index]?.id ?? null
  }
  return from
}

/** The `orgCode`s of the stores in a catalogue, sorted. */
export const storesOf = (catalogue: Pick<Catalogue, 'rules' | 'vehicles'> | null): string[] =>
  [...new Set([...(catalogue?.rules ?? []), ...(catalogue?.vehicles ?? [])].map((one) => one.sysOrgCode))].sort()

/** The part of a catalogue that belongs to one store. */
export const ofStore = (catalogue: Catalogue, code: string): Catalogue => ({
  ...catalogue,
  rules: catalogue.rules.filter(({ sysOrgCode }) => sysOrgCode === code),
  vehicles: catalogue.vehicles.filter(({ sysOrgCode }) => sysOrgCode === code),
})
