import { demoUsers } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import { type Act, type Actor, insist, type Scene } from './scene.ts'

const current = async (walk: Scene, actor: Actor): Promise<string | undefined> =>
  (await insist(walk, actor, { act: 'currentShift' }, (by) => by.shifts.current()))?.result?.id

/** Shifts that are opened, moved, handed over and counted while other counters sell. */
export const shiftActs: readonly Act[] = [
  {
    name: 'openShift',
    weight: 3,
    async perform(walk, actor) {
      const key = newId()
      const body = { floatAmount: actor.chance.below(300) }
      await insist(walk, actor, { act: 'openShift', key }, (by) => by.shifts.open({ key, body }))
    },
  },
  {
    name: 'moveCash',
    weight: 2,
    async perform(walk, actor) {
      const id = await current(walk, actor)
      if (!id) return
      const key = newId()
      const kind = actor.chance.oneOf(['cashIn', 'cashOut'] as const)
      const body = { id, kind, amount: actor.chance.between(1, 90), reason: '零钱' }
      await insist(walk, actor, { act: 'moveCash', key }, (by) => by.shifts.move({ key, body }))
    },
  },
  {
    name: 'closeShift',
    weight: 2,
    async perform(walk, actor) {
      const id = await current(walk, actor)
      if (!id) return
      const body = { id, counted: actor.chance.below(500) }
      const key = newId()
      await insist(walk, actor, { act: 'closeShift' }, (by) => by.shifts.close({ key, body }))
    },
  },
  {
    name: 'handOver',
    weight: 2,
    async perform(walk, actor) {
      const id = await current(walk, actor)
      if (!id) return
      const key = newId()
      const next = actor.chance.oneOf([demoUsers.cashier.id, demoUsers.manager.id])
      const body = { id, counted: actor.chance.below(500), cashierId: next }
      await insist(walk, actor, { act: 'handOver', key }, (by) => by.shifts.handover({ key, body }))
    },
  },
]
