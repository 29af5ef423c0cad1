import type { Deps } from '#server/core/slice.ts'
import { type Database, EVERY_STORE, isUnavailable } from '#server/db/database.ts'
import { countCoins, endDueCoins, storeMachine } from '#server/features/coins/coin-outputs.repository.ts'
import { newId } from '#shared/core/id.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { type Act, insist, type Scene } from './scene.ts'

/** An output in the memory of its machine: what it has dropped, and whether it counts no more. */
export interface MachineTask {
  deviceId: string
  dropped: number
  over: boolean
  /** Whether everything has been reported, so that it is not repeated. */
  isSettled: boolean
}

/** A place with coin machines. */
export interface CoinScene extends Scene {
  coinMachines: readonly string[]
  /** The rule that coins are sold by. */
  coinRule: string
  /** What the machines remember of outputs. */
  tasks: Map<string, MachineTask>
  /** A connection to the database that is never cut. */
  checks: Database
  copies: readonly { deps: Pick<Deps, 'db' | 'clock'> }[]
}

/** Newest outputs that a machine may hear a command of. */
const RECENT = 5
const FULL = 5000

/** Work of a copy of the server, which may be cut off: a machine repeats its report, and another copy ends what is due. */
const cutAnywhere = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error
  })

/** Stores what a machine has reported of an output, as the copy that it is connected to does. */
export const report = ({ db, clock }: { db: Database; clock: () => Date }, id: string, task: MachineTask) =>
  db.scoped(EVERY_STORE, (trx) => {
    const { deviceId, dropped: counted, over } = task
    return countCoins(trx, { id, deviceId, orgCode: STORE, counted, over }, clock())
  })

/** Coins that are sold, counted out by machines that stop midway, given back and brought back. */
export const coinActs: readonly Act<CoinScene>[] = [
  {
    name: 'sellCoins',
    weight: 6,
    async perform(walk, actor) {
      const { chance } = actor
      const deviceId = chance.oneOf(walk.coinMachines)
      const seen = { deviceId, orgCode: STORE, online: true, coinsLeft: FULL, fault: '' }
      await walk.checks.scoped(EVERY_STORE, (trx) => storeMachine(trx, seen, walk.now()))
      const payMode = chance.oneOf(['cash', 'scan', 'balance', 'coins'] as const)
      const takesFromMember = payMode === 'balance' || payMode === 'coins'
      const what =
        payMode === 'coins' ? { count: chance.between(1, 9) } : { ruleId: walk.coinRule, times: chance.between(1, 3) }
      const body = {
        ...what,
        deviceId,
        payMode,
        userId: takesFromMember || chance.happens(0.3) ? chance.oneOf(walk.members) : '',
        payCode: payMode === 'scan' ? codeEnding(chance.oneOf([0, 0, 1, 2, 4, 5])) : '',
      }
      const key = newId()
      await insist(walk, actor, { act: 'sellCoins', key }, (by) => by.coinOutputs.add({ key, body }))
    },
  },
  {
    name: 'countCoins',
    weight: 10,
    async perform(walk, { chance }) {
      const found = await walk.checks.scoped(EVERY_STORE, (trx) =>
        trx
          .selectFrom('coinOutput')
          .select(['id', 'deviceId', 'asked', 'state'])
          .where('payState', '=', 'paid')
          .orderBy('createdAt', 'desc')
          .limit(RECENT)
          .execute(),
      )
      if (found.length === 0) return
      const { id, deviceId, asked, state } = chance.oneOf(found)
      // A machine that hears of an output only after its end counts nothing.
      const task = walk.tasks.get(id) ?? { deviceId, dropped: 0, over: state === 'completed', isSettled: false }
      walk.tasks.set(id, task)
      if (!task.over) {
        task.dropped = Math.min(asked, task.dropped + chance.below(asked + 1))
        task.over = task.dropped === asked || chance.happens(0.4)
      }
      // Some reports are lost.
      if (chance.happens(0.8)) await cutAnywhere(report(chance.oneOf(walk.copies).deps, id, { ...task }))
    },
  },
  {
    name: 'endDueCoins',
    weight: 3,
    async perform({ copies }, { chance }) {
      const { db, clock } = chance.oneOf(copies).deps
      await cutAnywhere(db.scoped(EVERY_STORE, (trx) => endDueCoins(trx, clock())))
    },
  },
  {
    name: 'bringCoins',
    weight: 2,
    async perform(walk, actor) {
      const { chance } = actor
      const key = newId()
      const body = { userId: chance.oneOf(walk.members), coins: chance.between(1, 12) }
      await insist(walk, actor, { act: 'bringCoins', key }, (by) => by.coinReturns.add({ key, body }))
    },
  },
]

/** Outputs whose record does not have what their machine has dropped, once each machine has reported all of it. */
export async function unlikeMachines({ checks, tasks }: Pick<CoinScene, 'checks' | 'tasks'>): Promise<string[]> {
  const rows = await checks.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('coinOutput').select(['id', 'counted', 'lateCounted', 'state']).execute(),
  )
  return rows.flatMap(({ id, counted, lateCounted, state }) => {
    const dropped = tasks.get(id)?.dropped ?? 0
    return state === 'completed' && (lateCounted ?? counted) === dropped
      ? []
      : [`the coin output ${id} is ${state} with ${counted} and late ${lateCounted}, the machine dropped ${dropped}`]
  })
}
