import { newId } from '#shared/core/id.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import type { Chance } from './random.ts'
import { type Act, type Actor, insist, type Scene } from './scene.ts'
import { cartOf, couponsToBuy, type OfferedRule } from './stock.ts'

const WITHOUT_MEMBER = ['NOCARDCONSUME', 'GROUPCOUPON', 'TESTCARD']
const MOST = 1_000_000
const SHORT = /^members\.insufficient/

/** How a guest pays: in cash, or with a code whose outcome the sandbox decides. */
export const payment = (chance: Chance) =>
  chance.happens(0.4)
    ? { consumePayMode: 'cash' as const, payCode: null }
    : { consumePayMode: 'wechat' as const, payCode: codeEnding(chance.oneOf([0, 0, 0, 1, 2, 3, 4, 5, 6, 7])) }

const ruleOf = ({ rules }: Scene, id: string | undefined): OfferedRule => {
  const rule = rules.find((one) => one.id === id)
  if (!rule) throw new Error(`no rule ${id}`)
  return rule
}

const modeOf = ({ consumeType }: OfferedRule) =>
  consumeType === 'QUAN' ? ('circlemode' as const) : ('timermode' as const)

const someVehicles = (
  { vehicles }: Scene,
  { consumeType }: Pick<OfferedRule, 'consumeType'>,
  chance: Chance,
): string => {
  const first = chance.oneOf(vehicles)
  const isSeveral = (consumeType === 'QUAN' || consumeType === 'GROUPCOUPON') && chance.happens(0.4)
  return isSeveral ? [...new Set([first, chance.oneOf(vehicles)])].join(',') : first
}

/** The rule of a ride with its payment, wherever it is charged. */
export function rideOf(walk: Scene, chance: Chance) {
  const rule = chance.oneOf(walk.rules)
  return {
    ...payment(chance),
    consumeType: rule.consumeType,
    consumeVehicleMode: modeOf(rule),
    sysDepartConsumeRoleId: rule.id,
    userId:
      WITHOUT_MEMBER.includes(rule.consumeType) && chance.happens(0.6)
        ? ''
        : chance.oneOf(chance.happens(0.25) ? walk.visitors : walk.members),
    groupNumber: couponFor(walk, chance, rule),
  }
}

/** A code that pays a ride, or now and then one that takes something off its price. */
function couponFor(walk: Scene, chance: Chance, { consumeType }: OfferedRule): string | null {
  if (consumeType === 'GROUPCOUPON') return chance.oneOf(walk.coupons)
  return chance.happens(0.15) ? chance.oneOf(walk.discounts) : null
}

/** Entries that an act fits, if any; now and then all of them, like those on an outdated screen. */
export function mostly<T>(chance: Chance, all: T[], isMeant: (one: T) => boolean): T[] {
  const meant = all.filter(isMeant)
  return chance.happens(0.8) ? meant : all
}

/** Acts that a cashier may not do are mostly done by a user who may. */
const mostlyManager = (actor: Actor): Actor => (actor.chance.happens(0.8) ? { ...actor, as: 'manager' } : actor)

/** Rides that are charged, started as pending, settled, changed and cancelled. */
export const rideActs: readonly Act[] = [
  {
    name: 'charge',
    weight: 16,
    async perform(walk, actor) {
      const { chance } = actor
      const waits = chance.happens(0.4)
      const key = newId()
      const ride = rideOf(walk, chance)
      const body = {
        ...ride,
        usageMode: waits ? ('lineup' as const) : ('immediate' as const),
        vehicleId: waits && chance.happens(0.7) ? '' : someVehicles(walk, ride, chance),
        people: chance.between(1, 3),
        racer: '车手',
        ...(chance.happens(0.3) ? { lines: [...cartOf(walk, chance), ...couponsToBuy(walk, chance)] } : {}),
        ...(ride.consumeType === 'GROUPCOUPON' && chance.happens(0.3) ? { consumePayMode: 'balance' as const } : {}),
      }
      const done = await insist(walk, actor, { act: 'charge', key }, (by) => by.consume.add({ key, body }))
      if (!done) return
      const { amount, deposit, goods } = done.result
      const sold = goods.filter(({ kind }) => kind === 'product').map(({ id, count }) => ({ id, count }))
      walk.orders.push({ kind: 'consume', id: key, amount, waits, hasDeposit: deposit > 0, goods: sold })
    },
  },
  {
    name: 'start',
    weight: 7,
    async perform(walk, actor) {
      const { chance } = actor
      const rule = chance.oneOf(walk.rules)
      const isTrial = chance.happens(0.4)
      const key = newId()
      const body = {
        consumeVehicleMode: modeOf(rule),
        ruleId: rule.id,
        vehicleId: chance.oneOf(walk.vehicles),
        userId: isTrial ? '' : chance.oneOf(walk.members),
        people: chance.between(1, 2),
        racer: '车手',
      } as const
      const done = await insist(walk, actor, { act: 'start', key }, (by) => by.playBeforePay.add({ key, body }))
      if (done) walk.hung.set(key, { ruleId: rule.id, isHeld: done.result.hold === 'held', isTrial })
    },
  },
  {
    name: 'settle',
    weight: 9,
    async perform(walk, actor) {
      const { chance } = actor
      if (walk.hung.size === 0) return
      const id = chance.oneOf([...walk.hung.keys()])
      const hung = walk.hung.get(id)
      const rule = ruleOf(walk, hung?.ruleId)
      const userId = chance.happens(0.3) ? chance.oneOf(walk.members) : null
      const key = newId()
      const body = {
        ...payment(chance),
        id,
        consumeType: rule.consumeType,
        consumeVehicleMode: modeOf(rule),
        userId,
        groupNumber: couponFor(walk, chance, rule),
      } as const
      // What the start reserved must be there when the ride is settled.
      const isWrong = (code: string) => userId === null && walk.hung.get(id)?.isHeld === true && SHORT.test(code)
      const settled = { act: 'settle', key, isWrong }
      const done = await insist(walk, actor, settled, (by) => by.playBeforePay.settle({ key, body }))
      if (done) walk.orders.push({ kind: 'consume', id: key, amount: MOST })
    },
  },
  {
    name: 'edit',
    weight: 2,
    async perform(walk, actor) {
      const { chance } = actor
      if (walk.hung.size === 0) return
      const id = chance.oneOf([...walk.hung.keys()])
      const { id: ruleId, consumeType } = chance.oneOf(walk.rules)
      if (consumeType === 'PLAYFREELY' || consumeType === 'TESTCARD') return
      const body = { id, ruleId, consumeType, racer: '别人' } as const
      // From now on it is unknown what is reserved.
      const before = walk.hung.get(id)
      if (before) walk.hung.set(id, { ...before, isHeld: false })
      // Has no idempotency key: only the record shows the result.
      const done = await insist(walk, mostlyManager(actor), { act: 'edit' }, (by) => by.playBeforePay.edit({ body }))
      if (done && before) walk.hung.set(id, { ...before, ruleId, isHeld: false })
    },
  },
  {
    name: 'startQueued',
    weight: 7,
    async perform(walk, actor) {
      const { chance } = actor
      const charged = mostly(
        chance,
        walk.orders.filter(({ kind }) => kind === 'consume'),
        ({ waits }) => waits === true,
      )
      if (charged.length === 0) return
      const vehicles = new Set([chance.oneOf(walk.vehicles), chance.oneOf(walk.vehicles)])
      const starts = [...vehicles].map((vehicleId) => ({ id: chance.oneOf(charged).id, vehicleId }))
      const key = newId()
      await insist(walk, actor, { act: 'startQueued', key }, (by) => by.queue.start({ key, body: { starts } }))
    },
  },
  {
    name: 'link',
    weight: 4,
    async perform(walk, actor) {
      const { chance } = actor
      const recharges = walk.orders.filter(({ kind }) => kind === 'recharge')
      const hung = mostly(chance, [...walk.hung], ([, { isTrial }]) => isTrial)
      if (recharges.length === 0 || hung.length === 0) return
      // Most have just recharged; some trials are older than the recharge, and some are not.
      const recent = mostly(chance, recharges, (one) => recharges.indexOf(one) >= recharges.length - 2)
      const body = { id: chance.oneOf(hung)[0], reid: chance.oneOf(recent).id }
      await insist(walk, actor, { act: 'link' }, (by) => by.playBeforePay.linkRecharge({ body }))
    },
  },
  {
    name: 'cancel',
    weight: 2,
    async perform(walk, actor) {
      if (walk.hung.size === 0) return
      const id = actor.chance.oneOf([...walk.hung.keys()])
      await insist(walk, mostlyManager(actor), { act: 'cancel' }, (by) => by.playBeforePay.delete({ query: { id } }))
    },
  },
]
