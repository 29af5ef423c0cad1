import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { mostly, payment } from './acts-of-rides.ts'
import { type Act, insist } from './scene.ts'

/** Members that a walk keeps separate: they are never merged. */
const FEWEST_MEMBERS = 2
let phones = 0

/** Money that moves apart from rides. */
export const moneyActs: readonly Act[] = [
  {
    name: 'recharge',
    weight: 9,
    async perform(walk, actor) {
      const { chance } = actor
      const { id, kind, isCustom, hasGift } = chance.oneOf(walk.recharges)
      const key = newId()
      phones += 1
      const body = {
        ...payment(chance),
        ...(chance.happens(0.15)
          ? { member: { phone: String(13_000_000_000 + phones), realname: '新会员', physicalCard: '' } }
          : { userId: chance.oneOf(walk.members) }),
        ...(kind === 'card' ? { sysDepartChangwanRoleId: id } : { sysDepartRechargeRoleId: id }),
        ...(isCustom ? { amount: fromMinor(chance.between(1, 20_000)) } : {}),
      }
      const done = await insist(walk, actor, { act: 'recharge', key }, (by) => by.rechargeOrders.add({ key, body }))
      if (done) walk.orders.push({ kind: 'recharge', id: key, amount: done.result.amount, hasGift })
    },
  },
  {
    name: 'refund',
    weight: 10,
    async perform(walk, actor) {
      const { chance } = actor
      if (walk.orders.length === 0) return
      const { kind: orderKind, id: orderId, amount } = chance.oneOf(walk.orders)
      const key = newId()
      const asked = { orderKind, orderId, reason: '改期', password: DEMO_PASSWORD }
      const part = fromMinor(chance.between(1, Math.max(1, Math.min(Math.round(amount * 100), 12_000))))
      const body = chance.happens(0.5) ? { ...asked, amount: part } : asked
      await insist(walk, { chance, as: 'manager' }, { act: 'refund', key }, (by) => by.refunds.add({ key, body }))
    },
  },
  {
    name: 'voidSale',
    weight: 5,
    async perform(walk, { chance }) {
      const actor = { chance, as: 'counter' } as const
      const sale = (await insist(walk, actor, { act: 'lastSale' }, (by) => by.refunds.lastSale()))?.result
      if (!sale) return
      const key = newId()
      const approver = sale.approvers[0]
      const approval = approver && { approverId: approver.id, approverPassword: DEMO_PASSWORD }
      const body = { orderKind: sale.orderKind, orderId: sale.orderId, reason: '选错规则', ...approval }
      await insist(walk, actor, { act: 'voidSale', key }, (by) => by.refunds.voidSale({ key, body }))
    },
  },
  {
    name: 'returnDeposit',
    weight: 4,
    async perform(walk, actor) {
      const { chance } = actor
      const orders = walk.orders.filter(({ kind }) => kind === 'consume')
      const charged = mostly(chance, orders, ({ hasDeposit }) => hasDeposit === true)
      if (charged.length === 0) return
      const body = { id: chance.oneOf(charged).id }
      const key = newId()
      await insist(walk, actor, { act: 'returnDeposit', key }, (by) => by.consumeOrders.returnDeposit({ key, body }))
    },
  },
  {
    name: 'giveUp',
    weight: 2,
    async perform(walk, actor) {
      if (walk.orders.length === 0) return
      const { id } = actor.chance.oneOf(walk.orders)
      await insist(walk, actor, { act: 'giveUp' }, (by) => by.payments.cancel({ body: { id } }))
    },
  },
  {
    name: 'adjust',
    weight: 2,
    async perform(walk, { chance }) {
      const key = newId()
      const change = { balance: fromMinor(chance.between(-3000, 3000) || 1), laps: chance.between(-2, 4) }
      const body = { userId: chance.oneOf(walk.members), ...change, reason: '更正' }
      await insist(walk, { chance, as: 'manager' }, { act: 'adjust', key }, (by) =>
        by.userProjects.adjust({ key, body }),
      )
    },
  },
  {
    name: 'exchange',
    weight: 6,
    async perform(walk, actor) {
      const { chance } = actor
      const { id: rateId, step } = chance.oneOf(walk.rates)
      const key = newId()
      const amount = Math.round(step * chance.between(1, 9) * 100) / 100
      const body = { userId: chance.oneOf(walk.members), rateId, amount }
      const done = await insist(walk, actor, { act: 'exchange', key }, (by) => by.exchanges.add({ key, body }))
      if (done) walk.exchanges.push(done.result.id)
    },
  },
  {
    name: 'reverseExchange',
    weight: 3,
    async perform(walk, { chance }) {
      if (walk.exchanges.length === 0) return
      const key = newId()
      const body = { id: chance.oneOf(walk.exchanges), reason: '换错了' }
      await insist(walk, { chance, as: 'manager' }, { act: 'reverseExchange', key }, (by) =>
        by.exchanges.reverse({ key, body }),
      )
    },
  },
  {
    name: 'apply',
    weight: 1,
    async perform(walk, { chance }) {
      const id = newId()
      const body = { userId: chance.oneOf(walk.members), give: fromMinor(chance.between(1, 900)), integral: 3 }
      await insist(walk, { chance, as: 'cashier' }, { act: 'apply' }, (by) => by.applications.add({ key: id, body }))
      const key = newId()
      const approved = { key, body: { id } }
      await insist(walk, { chance, as: 'manager' }, { act: 'approve' }, (by) => by.applications.approve(approved))
    },
  },
  {
    name: 'merge',
    weight: 1,
    async perform(walk, { chance }) {
      if (walk.members.length <= FEWEST_MEMBERS) return
      const [sourceId = '', targetId = ''] = [walk.members[0], chance.oneOf(walk.members.slice(1))]
      const sent = { key: newId(), body: { sourceId, targetId, reason: '同一人' } }
      const done = await insist(walk, { chance, as: 'manager' }, { act: 'merge' }, (by) => by.memberMerge.merge(sent))
      // Some calls use the old number, like a guest with an old card.
      if (done && chance.happens(0.5)) walk.members.splice(walk.members.indexOf(sourceId), 1)
    },
  },
]
