import type { Catalogue, ChargeFields } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { discountFor, ruleFor } from '#shared/features/rules/price.calc.ts'
import { ruleRefusal } from '#shared/features/rules/rule-offer.calc.ts'
import { splitBalance } from '#shared/features/sessions/charge.calc.ts'
import type { ChargedPlay, ChargeQuote, ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import { type HeldValue, holdOf, insufficient, shortWallet } from '#shared/features/sessions/hold.calc.ts'
import type { PlayRecord, StartFields } from '#shared/features/sessions/play-before-pay.contract.ts'
import { checkStart } from '#shared/features/sessions/start.calc.ts'
import type { StartOutcome } from '#shared/ipc/contract.ts'
import { createPracticeBoard, mustBeIdle, type PracticeBoardDeps } from './practice-board.ts'
import {
  giveBack,
  type PracticeCharge,
  planCharge,
  quoteOf,
  ridesOf,
  shownLines,
  takeFrom,
} from './practice-charges.ts'
import type { PracticeCard } from './practice-members.ts'
import { createPracticeTill } from './practice-till.ts'
import type { PracticeEvent } from './tour.ts'

/** The common input of a quote and a charge. */
type QuoteFields = PracticeCharge['fields'] & Pick<ChargeFields, 'sysDepartConsumeRoleId' | 'userId'>

interface PracticeVenueDeps extends PracticeBoardDeps {
  cards: readonly PracticeCard[]
  onEvent?(event: PracticeEvent): void
}

const nothingHeld: HeldValue = { money: 0, integral: 0, laps: 0, coins: 0, give: 0 }

const startOf = (fields: ChargeFields): StartFields => ({
  consumeVehicleMode: fields.consumeVehicleMode,
  ruleId: fields.sysDepartConsumeRoleId,
  remark: fields.remark ?? '',
  racer: fields.racer,
  vehicleId: '',
  userId: fields.userId ?? '',
  people: fields.people,
  cashierId: null,
})

export type PracticeVenue = ReturnType<typeof createPracticeVenue>

/**
 * A venue that exists only in this window: the store's rules and vehicles, fictional members and their rides. It
 * refuses by the calculations shared with the server.
 */
export function createPracticeVenue({
  catalogue,
  cards,
  now,
  onTicket,
  onChange,
  onEvent = () => undefined,
}: PracticeVenueDeps) {
  const members = new Map(cards.map(({ member }) => [member.id, { ...member }]))
  const numberOfCard = new Map(cards.map(({ card, member }) => [card, member.id]))
  const board = createPracticeBoard({ catalogue, now, onTicket, onChange })
  const { started, begin, vehicleOf } = board
  const orders = new Map<string, ChargeResult>()

  const heldBy = (memberId: string): HeldValue =>
    started
      .filter(({ record }) => record.userId === memberId && record.playState === 'PENDING')
      .reduce(
        (sum, { held }) => ({
          money: sum.money + held.money,
          integral: sum.integral + held.integral,
          laps: sum.laps + held.laps,
          coins: sum.coins + held.coins,
          give: sum.give + held.give,
        }),
        nothingHeld,
      )

  const freeOf = ({ id, balance, give, integral, laps, coins }: Member): HeldValue => {
    const held = heldBy(id)
    return {
      money: toMinor(balance) + toMinor(give) - held.money - held.give,
      integral: integral - held.integral,
      laps: laps - held.laps,
      coins: coins - held.coins,
      give: toMinor(give) - held.give,
    }
  }

  const shown = (member: Member): Member => {
    const free = freeOf(member)
    return {
      ...member,
      availableBalance: fromMinor(free.money),
      availableGive: fromMinor(Math.min(free.give, free.money)),
      availableIntegral: free.integral,
      availableQuan: free.laps,
      availableCoins: free.coins,
    }
  }

  const memberOf = (id: string): Member => {
    const member = members.get(id)
    if (!member) throw new AppError('practice.notReal')
    return member
  }

  const till = createPracticeTill({ store: catalogue.store, now, memberOf, onChange })

  /** The requested charge. `stored` is the member to change, `member` the same one as lists show it. */
  const chargeOf = (fields: QuoteFields): PracticeCharge & { stored: Member | null } => {
    const offered = catalogue.rules.find((one) => one.id === fields.sysDepartConsumeRoleId)
    if (!offered) throw new AppError('sessions.ruleNotFound', { field: 'ruleId' })
    const stored = fields.userId ? memberOf(fields.userId) : null
    if (stored?.frozen) throw new AppError('members.frozen')
    const refusal = ruleRefusal(offered, stored && { memberLevel: stored.memberLevel })
    if (refusal) throw new AppError(refusal.code, refusal.details)
    return {
      rule: ruleFor(offered, stored),
      discount: discountFor(offered, stored),
      member: stored && shown(stored),
      stored,
      fields,
      order: catalogue.store.chargeOrder,
    }
  }

  const pendingRides = () => started.filter(({ record }) => record.playState === 'PENDING')

  return {
    cards,

    catalogue(): Catalogue {
      const { store } = catalogue
      const ofMembers = pendingRides().filter(({ record }) => record.userId !== null).length
      return {
        ...catalogue,
        takenAt: new Date(now()).toISOString(),
        // Practice takes no photographs.
        rules: catalogue.rules.map((rule) => ({ ...rule, gatherFace: 'NO' as const })),
        store: { ...store, openHung: ofMembers, openTrials: pendingRides().length - ofMembers, cashierRequired: 'NO' },
        vehicles: board.vehicles(),
      }
    },

    /** Finds a fictional member by card or number; a real card is not found. */
    find({ card = '', id = '' }: { card?: string; id?: string }): Member | null {
      const member = members.get(id === '' ? (numberOfCard.get(card) ?? '') : id)
      if (member) onEvent({ kind: 'found' })
      return member ? shown(member) : null
    },

    search(keyword: string): Member[] {
      const search = keyword.replace(/^%/, '').toLowerCase()
      return [...members.values()]
        .filter(
          ({ id, realname, phone }) => id.startsWith(search) || phone.endsWith(search) || realname.includes(search),
        )
        .map(shown)
    },

    start(fields: StartFields, id: string): StartOutcome {
      const before = started.find(({ record }) => record.id === id)
      if (before) return before.outcome
      const rule = catalogue.rules.find((one) => one.id === fields.ruleId) ?? null
      const vehicle = board.vehicles().find((one) => one.id === fields.vehicleId)
      const problem = checkStart(fields, rule, vehicle)
      if (problem) throw new AppError(problem.code, problem.details)
      if (!rule) throw new AppError('sessions.ruleNotFound')
      if (!vehicle) throw new AppError('sessions.vehicleNotFound')
      mustBeIdle(vehicle)
      const member = fields.userId === '' ? null : memberOf(fields.userId)
      if (member?.frozen) throw new AppError('members.frozen')
      const refusal = ruleRefusal(rule, member && { memberLevel: member.memberLevel })
      if (refusal) throw new AppError(refusal.code, refusal.details)
      const ownRule = ruleFor(rule, member)
      const held = member ? holdOf(ownRule, fields.people) : nothingHeld
      if (member) {
        const free = freeOf(member)
        const short = shortWallet(held, free)
        if (short) throw insufficient(short, held[short], free[short])
      }
      const { outcome } = begin({ id, fields, rule: ownRule, member, vehicle, held })
      onEvent({ kind: 'startedLater' })
      return outcome
    },

    /** The quote of a charge, by the calculations shared with the server. */
    quote: (query: QuoteFields): ChargeQuote => quoteOf(chargeOf(query)),

    charge(fields: ChargeFields, id: string): ChargeResult {
      if (fields.lines?.length) throw new AppError('practice.notHere', { field: 'lines' })
      const before = orders.get(id)
      if (before) return before
      const charge = chargeOf(fields)
      const plan = planCharge(charge)
      const lines = shownLines(plan, charge.member)
      const rides = ridesOf(fields, (vehicleId) => vehicleOf(vehicleId).seats || Number.POSITIVE_INFINITY)
      const isWaiting = fields.usageMode === 'lineup'
      if (!isWaiting) for (const { vehicleId } of rides) mustBeIdle(vehicleOf(vehicleId))
      if (charge.stored) takeFrom(charge.stored, plan)
      const { rule, member } = charge
      const plays = rides.map(({ vehicleId, people }): ChargedPlay => {
        const vehicle = isWaiting ? null : vehicleOf(vehicleId)
        const play = begin({
          id: newId(),
          fields: { ...startOf(fields), vehicleId, people },
          rule,
          member,
          vehicle,
          held: nothingHeld,
          paidBy: id,
        })
        const { ticket } = play
        return {
          id: ticket.orderId,
          gameLogId: null,
          paiduiNumber: started.length,
          ticketNo: ticket.ticketNo,
          vehicleId,
          vehicleName: ticket.vehicleName,
          people,
          ticket,
        }
      })
      const order: ChargeResult = {
        id,
        // The payment dialog works as at a real counter; every payment succeeds.
        payState: plan.payMode === 'scan' ? 'nopay' : 'paid',
        payMode: plan.payMode,
        usageMode: fields.usageMode,
        amount: fromMinor(plan.amount),
        discount: fromMinor(plan.discount),
        deposit: fromMinor(plan.deposit),
        lines,
        bracelets: 0,
        goods: [],
        plays,
      }
      orders.set(id, order)
      till.note({
        orderKind: 'consume',
        orderId: id,
        roleName: rule.consumeRoleName,
        tickets: plays.map(({ ticketNo }) => ticketNo).join(', '),
        racer: fields.racer,
        userId: member?.id ?? '',
        payWay: plan.payMode === 'none' ? 'balance' : plan.payMode,
        amount: order.amount,
        deposit: order.deposit,
        lines: lines.map(({ account, projectType, projectType_dictText, amount }) => ({
          account,
          projectType,
          projectType_dictText,
          change: plan.payMode === 'balance' ? amount : -amount,
        })),
        undo: () => {
          if (charge.stored) giveBack(charge.stored, plan)
          for (const { id: playId, vehicleId } of plays) {
            const ride = started.find(({ record }) => record.id === playId)
            if (ride) ride.record = { ...ride.record, playState: 'CANCELLED', refundState: 'voided' }
            if (!isWaiting) board.finish(vehicleId)
          }
          onChange()
        },
      })
      onEvent({ kind: 'charged', isQueued: isWaiting, hasMember: member !== null })
      onChange()
      return order
    },

    /** Returns an order for polling; it is always paid. */
    order: (id: string) => ({ plays: orders.get(id)?.plays ?? [], payState: 'paid' }),

    finish(id: string) {
      const vehicle = board.finish(id)
      onEvent({ kind: 'ended' })
      return vehicle
    },

    till: {
      ...till,
      recharge(...given: Parameters<typeof till.recharge>) {
        const order = till.recharge(...given)
        onEvent({ kind: 'recharged' })
        return order
      },
      voidSale(orderId: string) {
        const result = till.voidSale(orderId)
        onEvent({ kind: 'voided' })
        return result
      },
      openShift(...given: Parameters<typeof till.openShift>) {
        const shift = till.openShift(...given)
        onEvent({ kind: 'shiftOpened' })
        return shift
      },
    },

    records: (playState: string): PlayRecord[] =>
      started.map(({ record }) => record).filter((record) => playState === '' || record.playState === playState),

    /** Settles a pending ride with a practice member; returns the id of its order. */
    consume({ id, userId }: { id: string; userId: string }): string {
      const ride = started.find(({ record }) => record.id === id)
      if (!ride) throw new AppError('common.recordNotFound')
      if (ride.record.playState !== 'PENDING') throw new AppError('sessions.alreadySettled')
      const member = memberOf(userId)
      const amount = toMinor(ride.record.price)
      const ownHold = ride.record.userId === userId ? ride.held.money : 0
      const free = freeOf(member).money + ownHold
      const split = splitBalance(amount, toMinor(member.balance), toMinor(member.give), catalogue.store.chargeOrder)
      if (amount > free || !split) throw insufficient('money', amount, free)
      member.balance = fromMinor(toMinor(member.balance) - split.balance)
      member.give = fromMinor(toMinor(member.give) - split.give)
      ride.record = { ...ride.record, playState: 'CONSUMED', consumeId: id, userId }
      onEvent({ kind: 'settled' })
      onChange()
      return id
    },

    /** Reprints the ticket of a ride. */
    reprint(orderId: string): void {
      const ride = started.find(({ record }) => record.id === orderId)
      if (!ride) throw new AppError('common.recordNotFound')
      onTicket(ride.ticket)
      onEvent({ kind: 'reprinted', isQueued: ride.ticket.vehicleName === '' })
    },
  }
}
