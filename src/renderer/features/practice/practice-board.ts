import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'
import type { PlayRecord, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { recordOf } from './practice-record.ts'

export interface Started {
  record: PlayRecord
  outcome: StartOutcome
  ticket: TicketData
  held: HeldValue
}

export interface Beginning {
  id: string
  fields: StartFields
  rule: Catalogue['rules'][number]
  member: Member | null
  /** Null while it is queued. */
  vehicle: Vehicle | null
  held: HeldValue
  /** The id of the paying order. */
  paidBy?: string
}

export interface PracticeBoardDeps {
  catalogue: Catalogue
  now(): number
  /** Called with each ticket; it is not printed. */
  onTicket(ticket: TicketData): void
  onChange(): void
}

const idle = { state: 'idle', runId: '', racer: null, startedAt: null, endsAt: null } as const

export function mustBeIdle({ name, state, racer }: Vehicle): void {
  if (state !== 'idle') throw new AppError('sessions.vehicleTaken', { vehicle: name, by: racer ?? '' })
}

/** The vehicles of a practice venue and the rides on them. */
export function createPracticeBoard({ catalogue, now, onTicket, onChange }: PracticeBoardDeps) {
  let vehicles: Vehicle[] = catalogue.vehicles.map((one) =>
    one.state === 'inUse' || one.state === 'queuing' ? { ...one, ...idle } : one,
  )
  const started: Started[] = []

  const change = (id: string, to: Partial<Vehicle>): Vehicle => {
    vehicles = vehicles.map((one) => (one.id === id ? { ...one, ...to } : one))
    const changed = vehicles.find((one) => one.id === id)
    if (!changed) throw new AppError('sessions.vehicleNotFound')
    onChange()
    return changed
  }

  const vehicleOf = (id: string): Vehicle => {
    const vehicle = vehicles.find((one) => one.id === id)
    if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
    return vehicle
  }

  /** Starts a ride, or queues it where it has no vehicle, and emits its ticket. */
  function begin({ id, fields, rule, member, vehicle, held, paidBy }: Beginning): Started {
    const at = new Date(now())
    const isLaps = fields.consumeVehicleMode === 'circlemode'
    const ticket: TicketData = {
      orderId: id,
      storeName: catalogue.store.departName,
      ticketNo: `P${String(started.length + 1).padStart(3, '0')}`,
      racer: fields.racer,
      vehicleName: vehicle?.name ?? '',
      ruleName: rule.consumeRoleName,
      mode: fields.consumeVehicleMode,
      amount: isLaps ? rule.countCycleNumber : rule.duration,
      people: fields.people,
      memberNo: fields.userId,
      startedAt: at.toISOString(),
      cashier: '',
      terminal: '',
      remark: fields.remark,
      offline: false,
      locale: 'zh',
      timeZone: catalogue.store.timeZone,
    }
    const outcome: StartOutcome = {
      state: 'online',
      id,
      ticketNo: ticket.ticketNo,
      vehicleName: ticket.vehicleName,
      startedAt: ticket.startedAt,
      result: null,
    }
    const hung = recordOf(ticket, { fields, rule, member })
    const record: PlayRecord = paidBy ? { ...hung, playState: 'CONSUMED', consumeId: paidBy } : hung
    const play: Started = { record, outcome, ticket, held }
    started.unshift(play)
    const minutes = isLaps ? 0 : rule.duration
    if (vehicle)
      change(vehicle.id, {
        state: 'inUse',
        racer: fields.racer,
        startedAt: toWireTime(at),
        endsAt: minutes > 0 ? toWireTime(new Date(at.getTime() + minutes * 60_000)) : null,
      })
    onTicket(ticket)
    return play
  }

  return {
    /** The rides, newest first. */
    started,
    begin,
    vehicleOf,
    finish: (id: string): Vehicle => change(id, idle),
    /** The vehicles now; timed runs end by themselves. */
    vehicles(): Vehicle[] {
      const at = toWireTime(new Date(now()))
      vehicles = vehicles.map((one) => (one.endsAt !== null && one.endsAt <= at ? { ...one, ...idle } : one))
      return vehicles
    },
  }
}
