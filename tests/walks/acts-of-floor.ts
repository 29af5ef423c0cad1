import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { newId } from '#shared/core/id.ts'
import type { FloorRun } from '#shared/features/dispatch/dispatch.contract.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { mostly } from './acts-of-rides.ts'
import { type Act, type Actor, insist, type Scene } from './scene.ts'

/** A queue entry as an actor's screen shows it; it may be gone when it is used. */
async function somebodyInLine(walk: Scene, actor: Actor): Promise<QueueEntry | null> {
  const line = await insist(walk, actor, { act: 'line' }, (by) => by.queue.line({ query: {} }))
  const records = line?.result.records ?? []
  return records.length === 0 ? null : actor.chance.oneOf(records)
}

/** A run as an actor's board shows it. */
async function someRun(walk: Scene, actor: Actor): Promise<FloorRun | null> {
  const floor = await insist(walk, actor, { act: 'floor' }, (by) => by.dispatch.floor())
  const runs = (floor?.result.vehicles ?? []).flatMap(({ run, id }) => (run && walk.vehicles.includes(id) ? [run] : []))
  return runs.length === 0 ? null : actor.chance.oneOf(runs)
}

/** Three vehicles, mostly ones that the board shows as free. */
async function someVehicles(walk: Scene, actor: Actor): Promise<string[]> {
  const { chance } = actor
  const floor = await insist(walk, actor, { act: 'floor' }, (by) => by.dispatch.floor())
  const shown = (floor?.result.vehicles ?? []).filter(({ id }) => walk.vehicles.includes(id))
  const all = mostly(chance, shown, ({ run }) => !run).map(({ id }) => id)
  return [...new Set([1, 2, 3].map(() => chance.oneOf(all.length > 0 ? all : walk.vehicles)))]
}

/** The queue: guests are called, moved, started, put back, and cancelled with their money returned. */
const lineActs: readonly Act[] = [
  {
    name: 'call',
    weight: 3,
    async perform(walk, actor) {
      const entry = await somebodyInLine(walk, actor)
      if (!entry) return
      await insist(walk, actor, { act: 'call' }, (by) => by.queue.call({ body: { id: entry.id } }))
    },
  },
  {
    name: 'callNext',
    weight: 2,
    async perform(walk, actor) {
      const key = newId()
      const body = { count: actor.chance.between(1, 3) }
      await insist(walk, actor, { act: 'callNext', key }, (by) => by.queue.callNext({ key, body }))
    },
  },
  {
    name: 'moveInLine',
    weight: 3,
    async perform(walk, actor) {
      const entry = await somebodyInLine(walk, actor)
      if (!entry) return
      const place = actor.chance.happens(0.7) ? { paiduiNumber: actor.chance.between(1, entry.paiduiNumber + 3) } : {}
      const body = { id: entry.id, racer: '换了人', ...place }
      await insist(walk, actor, { act: 'moveInLine' }, (by) => by.queue.editEntry({ body }))
    },
  },
  {
    name: 'heat',
    weight: 5,
    async perform(walk, actor) {
      const { chance } = actor
      const line = await insist(walk, actor, { act: 'line' }, (by) => by.queue.line({ query: {} }))
      const waiting = line?.result.records ?? []
      const [first] = waiting
      if (!first) return
      const vehicles = await someVehicles(walk, actor)
      const key = newId()
      // Several rides of one order through the family's call, or a heat of several orders through ours.
      if (chance.happens(0.3)) {
        const { consumeid, countOrder } = chance.oneOf(waiting)
        const query = { consumeid, vehicleId: vehicles.slice(0, Math.max(1, countOrder)).join(',') }
        await insist(walk, actor, { act: 'lineupstart', key }, (by) => by.queue.startOrder({ key, query }))
        return
      }
      const entries = [...new Set([first, chance.oneOf(waiting), chance.oneOf(waiting)])]
      const starts = entries
        .slice(0, vehicles.length)
        .map(({ id }, index) => ({ id, vehicleId: vehicles[index] ?? '' }))
      await insist(walk, actor, { act: 'heat', key }, (by) => by.queue.start({ key, body: { starts } }))
    },
  },
  {
    name: 'cancelQueued',
    weight: 4,
    async perform(walk, actor) {
      const entry = await somebodyInLine(walk, actor)
      if (!entry) return
      const key = newId()
      const body = { id: entry.id, remark: '不玩了', password: DEMO_PASSWORD }
      await insist(walk, { ...actor, as: 'manager' }, { act: 'cancelQueued', key }, (by) =>
        by.queue.cancel({ key, body }),
      )
    },
  },
  {
    name: 'restore',
    weight: 2,
    async perform(walk, actor) {
      const left = await insist(walk, actor, { act: 'left' }, (by) => by.queue.left({ query: {} }))
      const expired = (left?.result ?? []).filter(({ endReason }) => endReason === 'expired')
      if (expired.length === 0) return
      const { id } = actor.chance.oneOf(expired)
      await insist(walk, actor, { act: 'restore' }, (by) => by.queue.restore({ body: { id } }))
    },
  },
]

/** Runs that staff at the track extend, slow down, count laps of, swap and stop. */
const runActs: readonly Act[] = [
  {
    name: 'extend',
    weight: 3,
    async perform(walk, actor) {
      const run = await someRun(walk, actor)
      if (!run) return
      const key = newId()
      await insist(walk, actor, { act: 'extend', key }, (by) => by.dispatch.extend({ key, body: { id: run.id } }))
    },
  },
  {
    name: 'slowOrStop',
    weight: 4,
    async perform(walk, actor) {
      const run = await someRun(walk, actor)
      if (!run) return
      const { chance } = actor
      const { id } = run
      if (chance.happens(0.3)) {
        const slowed = chance.happens(0.5)
        await insist(walk, actor, { act: 'slow' }, (by) => by.dispatch.slow({ body: { id, slowed } }))
        return
      }
      const now = chance.happens(0.5)
      await insist(walk, actor, { act: 'stop' }, (by) => by.dispatch.stop({ body: { id, now } }))
    },
  },
  {
    name: 'lap',
    weight: 3,
    async perform(walk, actor) {
      const run = await someRun(walk, actor)
      if (!run) return
      const body = { id: run.id, number: run.lapsDone + 1 }
      await insist(walk, actor, { act: 'lap' }, (by) => by.dispatch.lap({ body }))
    },
  },
  {
    name: 'swap',
    weight: 4,
    async perform(walk, actor) {
      const run = await someRun(walk, actor)
      if (!run) return
      const { chance } = actor
      const key = newId()
      const broken = chance.happens(0.2) ? { maintain: true, reason: '轮胎' } : { maintain: false, reason: '' }
      const body = { id: run.id, vehicleId: chance.oneOf(walk.vehicles), ...broken }
      await insist(walk, actor, { act: 'swap', key }, (by) => by.dispatch.swap({ key, body }))
    },
  },
  {
    name: 'backInService',
    weight: 2,
    async perform(walk, actor) {
      const body = { id: actor.chance.oneOf(walk.vehicles), condition: 'ready' as const, reason: '' }
      await insist(walk, { ...actor, as: 'manager' }, { act: 'backInService' }, (by) =>
        by.vehicles.setCondition({ body }),
      )
    },
  },
]

export const floorActs: readonly Act[] = [...lineActs, ...runActs]
