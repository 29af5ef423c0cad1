import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { splitBalance } from '#shared/features/sessions/charge.calc.ts'
import { type HeldValue, holdOf, insufficient, shortWallet } from '#shared/features/sessions/hold.calc.ts'
import type { PlayRecord, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import type { PracticeCard } from './practice-members.ts'

interface Started {
  record: PlayRecord
  outcome: StartOutcome
  ticket: TicketData
  held: HeldValue
}

interface PracticeVenueDeps {
  catalogue: Catalogue
  cards: readonly PracticeCard[]
  now(): number
  /** A ticket came out, which nobody prints. */
  onTicket(ticket: TicketData): void
  onChange(): void
}

export type PracticeVenue = ReturnType<typeof createPracticeVenue>

const nothingHeld: HeldValue = { money: 0, integral: 0, laps: 0 }

/**
 * A venue that exists in this window alone: the store's rules and vehicles, invented members, and what is started and deducted
 * while somebody practises. It refuses by the same rules as the server, as far as both sides share them.
 */
export function createPracticeVenue({ catalogue, cards, now, onTicket, onChange }: PracticeVenueDeps) {
  const members = new Map(cards.map(({ member }) => [member.id, { ...member }]))
  const numberOfCard = new Map(cards.map(({ card, member }) => [card, member.id]))
  const idle = { state: 'idle', racer: null, startedAt: null, endsAt: null } as const
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

  const heldBy = (memberId: string): HeldValue =>
    started
      .filter(({ record }) => record.userId === memberId && record.playState === 'GUADAN')
      .reduce(
        (sum, { held }) => ({
          money: sum.money + held.money,
          integral: sum.integral + held.integral,
          laps: sum.laps + held.laps,
        }),
        nothingHeld,
      )

  const freeOf = ({ id, balance, give, integral, quan }: Member): HeldValue => {
    const held = heldBy(id)
    return {
      money: toMinor(balance) + toMinor(give) - held.money,
      integral: integral - held.integral,
      laps: quan - held.laps,
    }
  }

  const shown = (member: Member): Member => {
    const free = freeOf(member)
    return {
      ...member,
      availableBalance: fromMinor(free.money),
      availableIntegral: free.integral,
      availableQuan: free.laps,
    }
  }

  const memberOf = (id: string): Member => {
    const member = members.get(id)
    if (!member) throw new AppError('practice.notReal')
    return member
  }

  const open = () => started.filter(({ record }) => record.playState === 'GUADAN')

  return {
    cards,

    catalogue(): Catalogue {
      const at = toWireTime(new Date(now()))
      // Timed runs end by themselves.
      vehicles = vehicles.map((one) => (one.endsAt !== null && one.endsAt <= at ? { ...one, ...idle } : one))
      const { store } = catalogue
      const ofMembers = open().filter(({ record }) => record.userId !== null).length
      return {
        ...catalogue,
        takenAt: new Date(now()).toISOString(),
        store: { ...store, openHung: ofMembers, openTrials: open().length - ofMembers, cashierRequired: 'NO' },
        vehicles,
      }
    },

    /** By the card on the screen or its member's number; a real card names nobody here. */
    find({ card = '', id = '' }: { card?: string; id?: string }): Member | null {
      const member = members.get(id === '' ? (numberOfCard.get(card) ?? '') : id)
      return member ? shown(member) : null
    },

    search(keyword: string): Member[] {
      const wanted = keyword.replace(/^%/, '').toLowerCase()
      return [...members.values()]
        .filter(
          ({ id, realname, phone }) => id.startsWith(wanted) || phone.endsWith(wanted) || realname.includes(wanted),
        )
        .map(shown)
    },

    start(fields: StartFields, id: string): StartOutcome {
      const before = started.find(({ record }) => record.id === id)
      if (before) return before.outcome
      const rule = catalogue.rules.find((one) => one.id === fields.roleId) ?? null
      const vehicle = vehicles.find((one) => one.id === fields.vehicleId)
      const wrong = checkStart(fields, rule, vehicle)
      if (wrong) throw new AppError(wrong.code, wrong.details)
      if (!rule) throw new AppError('sessions.ruleNotFound')
      if (!vehicle) throw new AppError('sessions.vehicleNotFound')
      if (vehicle.state !== 'idle')
        throw new AppError('sessions.vehicleTaken', { vehicle: vehicle.name, by: vehicle.racer ?? '' })
      const member = fields.userId === '' ? null : memberOf(fields.userId)
      if (member?.frozen) throw new AppError('members.frozen')
      const refusal = ruleRefusal(rule, member && { memberLevel: member.memberLevel })
      if (refusal) throw new AppError(refusal.code, refusal.details)
      const held = member ? holdOf(rule, fields.people) : nothingHeld
      if (member) {
        const free = freeOf(member)
        const short = shortWallet(held, free)
        if (short) throw insufficient(short, held[short], free[short])
      }
      const at = new Date(now())
      const ticketNo = `P${String(started.length + 1).padStart(3, '0')}`
      const isLaps = fields.consumeVehicleMode === 'circlemode'
      const ticket: TicketData = {
        orderId: id,
        storeName: catalogue.store.departName,
        ticketNo,
        racer: fields.cheshou,
        vehicleName: vehicle.name,
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
        ticketNo,
        vehicleName: vehicle.name,
        startedAt: at.toISOString(),
        result: null,
      }
      started.unshift({ record: recordOf(ticket, { fields, rule, member }), outcome, ticket, held })
      const minutes = isLaps ? 0 : rule.duration
      change(vehicle.id, {
        state: 'inUse',
        racer: fields.cheshou,
        startedAt: toWireTime(at),
        endsAt: minutes > 0 ? toWireTime(new Date(at.getTime() + minutes * 60_000)) : null,
      })
      onTicket(ticket)
      return outcome
    },

    finish: (id: string): Vehicle => change(id, idle),

    records: (playState: string): PlayRecord[] =>
      started.map(({ record }) => record).filter((record) => playState === '' || record.playState === playState),

    /** Takes an open order's price from a practice member; answers the order that did it. */
    consume({ id, userId }: { id: string; userId: string }): string {
      const order = started.find(({ record }) => record.id === id)
      if (!order) throw new AppError('common.recordNotFound')
      if (order.record.playState !== 'GUADAN') throw new AppError('sessions.alreadySettled')
      const member = memberOf(userId)
      const amount = toMinor(order.record.price)
      const own = order.record.userId === userId ? order.held.money : 0
      const free = freeOf(member).money + own
      const split = splitBalance(amount, toMinor(member.balance), toMinor(member.give), catalogue.store.chargeOrder)
      if (amount > free || !split) throw insufficient('money', amount, free)
      member.balance = fromMinor(toMinor(member.balance) - split.balance)
      member.give = fromMinor(toMinor(member.give) - split.give)
      order.record = { ...order.record, playState: 'CONSUMED', consumeId: id, userId }
      onChange()
      return id
    },

    /** The ticket once more. */
    reprint(orderId: string): void {
      const order = started.find(({ record }) => record.id === orderId)
      if (!order) throw new AppError('common.recordNotFound')
      onTicket(order.ticket)
    },
  }
}

interface RecordParts {
  fields: StartFields
  rule: Catalogue['rules'][number]
  member: Member | null
}

/** The record of a start as lists show it. */
function recordOf(ticket: TicketData, { fields, rule, member }: RecordParts): PlayRecord {
  const times = rule.muiltMode === 'one' ? 1 : fields.people
  return {
    id: ticket.orderId,
    sysOrgCode: rule.sysOrgCode,
    sysOrgCode_dictText: ticket.storeName,
    createTime: toWireTime(new Date(ticket.startedAt)),
    playState: 'GUADAN',
    playState_dictText: 'GUADAN',
    ticketNo: ticket.ticketNo,
    terminalTicket: '',
    gameLogId: null,
    rechargeId: null,
    consumeId: null,
    userId: member?.id ?? null,
    userNickname: member?.nickname ?? '',
    userTruenmae: member?.realname ?? '',
    cheshou: fields.cheshou,
    roleId: rule.id,
    roleName: rule.consumeRoleName,
    consumeType: rule.consumeTypeRole,
    consumeType_dictText: rule.consumeTypeRole,
    consumeVehicleMode: fields.consumeVehicleMode,
    consumeVehicleMode_dictText: fields.consumeVehicleMode,
    countCycleNumber: rule.countCycleNumber,
    duration: rule.duration,
    people: fields.people,
    price: fromMinor(toMinor(rule.price) * times),
    vehicleId: fields.vehicleId,
    vehicleName: ticket.vehicleName,
    terminalName: '',
    cashierName: '',
    operatorName: '',
    offline: false,
    ruleConflict: '',
    remark: fields.remark,
  }
}
