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
import type { TextKey, TextValues } from '#shared/i18n/catalogue.ts'

/** A text of the catalogue with its values, so that rules stay free of any language. */
export interface Notice {
  key: TextKey
  values?: TextValues
}

const oneOnly: readonly ConsumeType[] = ['PLAYFREELY', 'TESTCARD']

/** PLAYFREELY and TESTCARD are for one person (spec §4). */
export const peopleFixed = (type: ConsumeType): boolean => oneOnly.includes(type)

/** Choosing QUAN forces lap mode (spec §4). */
export const modeForced = (type: ConsumeType): RunMode | null => (type === 'QUAN' ? 'circlemode' : null)

const guestTypes: readonly ConsumeType[] = ['NOCARDCONSUME', 'TESTCARD', 'GROUPCOUPON']

/** Whether a type charges a member's wallet and so shows what will remain there. */
export const chargesMember = (type: ConsumeType): boolean => !guestTypes.includes(type)

/** Whether a start takes the member's consumption password: it reserves value, and there is one. */
export const asksPassword = (rule: ConsumeRule, people: number, member: Member | null): boolean =>
  member?.havePassword === 'YES' && Object.values(holdOf(rule, people)).some((value) => value > 0)

const countsOf = {
  'members.insufficientIntegral': 'wallet.integral',
  'members.insufficientQuan': 'wallet.laps',
  'members.insufficientFrequency': 'wallet.frequency',
} as const

/** What a member's wallets lack, in words. */
export function shortageText({ code, needed, available }: Shortage): Notice {
  if (code === 'members.noUnlimitedCard') return { key: 'counter.will.unlimitedNone' }
  if (code === 'members.insufficientBalance')
    return {
      key: 'counter.will.short',
      values: { needed: formatMinor(needed), available: formatMinor(available) },
    }
  return { key: 'counter.will.shortCount', values: { wallet: { key: countsOf[code] }, needed, available } }
}

/** A vehicle as it stands on the counter; one that an emergency stop holds begins no ride, and its own does not count on. */
export type BoardVehicle = Vehicle & { isStopped?: boolean }

export interface VehicleTile {
  vehicle: BoardVehicle
  /** What it is doing now; a timed run whose end has passed no longer occupies it. */
  state: Vehicle['state'] | 'stopped'
  /** Seconds left of a timed run, or run so far in lap mode. */
  seconds: number | null
  counts: 'down' | 'up' | null
}

/** Whether a vehicle that is shown in use may be started where nobody can end its run: not if it is to be out of service then. */
export const mayBeBack = ({ state, condition }: Vehicle): boolean => state === 'inUse' && condition === 'ready'

/** What a vehicle shows at a moment. */
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

/** The vehicles that could be started now, connected ones first: the first of them is chosen already. */
export function startable(vehicles: readonly BoardVehicle[], now: number): BoardVehicle[] {
  return vehicles
    .filter((vehicle) => vehicleTile(vehicle, now).state === 'idle')
    .sort((a, b) => Number(b.isConnecte === 'YES') - Number(a.isConnecte === 'YES') || a.indexNumber - b.indexNumber)
}

/**
 * The vehicle that is chosen: the cashier's own choice while it is idle, else the best idle one that seats everybody. Without the server nobody
 * can end a run, so that one in use may be chosen too: who stands there sees that it is back.
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

/** How many people may be chosen: as many as the cashier's own choice seats, or the largest vehicle that could be proposed. */
export function peopleAllowed(vehicles: readonly BoardVehicle[], picked: string | null, now: number): number {
  const own = vehicles.find((vehicle) => vehicle.id === picked)
  const idle = startable(vehicles, now)
  return Math.max(1, ...(own ? [own] : idle.length > 0 ? idle : vehicles).map(seatsOf))
}

/** The idle vehicle that an arrow moves to on a board; one in use where the server is away and none is idle. */
export function stepVehicle(
  vehicles: readonly BoardVehicle[],
  from: string | null,
  arrow: 'left' | 'right' | 'up' | 'down',
  { columns, now, online }: { columns: number; now: number; online: boolean },
): string | null {
  const wanted = online || startable(vehicles, now).length > 0 ? 'idle' : 'inUse'
  const step = { left: -1, right: 1, up: -columns, down: columns }[arrow]
  const fits = (vehicle: BoardVehicle | undefined) =>
    vehicle !== undefined && vehicleTile(vehicle, now).state === wanted && (wanted === 'idle' || mayBeBack(vehicle))
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

/** The codes of the stores whose vehicles and rules are here. */
export const storesOf = (catalogue: Pick<Catalogue, 'rules' | 'vehicles'> | null): string[] =>
  [...new Set([...(catalogue?.rules ?? []), ...(catalogue?.vehicles ?? [])].map((one) => one.sysOrgCode))].sort()

/** What one of several stores offers. */
export const ofStore = (catalogue: Catalogue, code: string): Catalogue => ({
  ...catalogue,
  rules: catalogue.rules.filter(({ sysOrgCode }) => sysOrgCode === code),
  vehicles: catalogue.vehicles.filter(({ sysOrgCode }) => sysOrgCode === code),
})
