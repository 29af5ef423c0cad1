import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '#shared/core/id.ts'
import { ENDING_JOBS, workActs } from '#tests/walks/acts.ts'
import { chanceOf } from '#tests/walks/random.ts'
import { type Actor, insist, type People, type Scene } from '#tests/walks/scene.ts'
import { type Counter, startRide } from './counter.ts'
import { payForTrial, startTrial } from './trials.ts'
import type { VenueServer } from './venue-server.ts'

const STEP_MINUTES = 6
const ACTS_A_STEP = 2
const HEATS_A_STEP = 2
/** In each such step a guest tries a vehicle, and pays in the next; one of them pays only after more than an hour. */
const TRIAL_EVERY = 4
const LATE_STEPS = 12
/** The greatest length of the queue. */
const MAX_LINE_LENGTH = 40
const PEOPLE = ['cashier', 'cashier', 'manager', 'counter', 'counter', 'counter'] as const satisfies (keyof People)[]

export interface Evening {
  scene: Scene
  server: VenueServer
  counters: readonly Counter[]
  steps: number
  seed: number
  /** Moves the clocks of server and terminals forward. */
  pass(minutes: number): void
  tell(line: string): void
}

/** Events for the printed report. */
export interface Story {
  acts: Map<string, number>
  longestLine: number
  kills: number
  cuts: number
  /** Trials that were linked to their guest's recharge, and those of them that had escaped before. */
  linked: number
  linkedLate: number
}

const named = (name: string) => {
  const found = workActs.find((one) => one.name === name)
  if (!found) throw new Error(`no act is named ${name}`)
  return found
}

/** Runs the evening: two shifts, a rush, a server that is killed twice, and networks that drop. */
export async function liveThrough({ scene, server, counters, steps, seed, pass, tell }: Evening): Promise<Story> {
  const chance = chanceOf(seed)
  const actors: Actor[] = PEOPLE.map((as) => ({ as, chance: chance.fork() }))
  const story: Story = { acts: new Map(), longestLine: 0, kills: 0, cuts: 0, linked: 0, linkedLate: 0 }
  const all = workActs.flatMap((one) => Array<(typeof workActs)[number]>(one.weight).fill(one))
  const at = (share: number): number => Math.floor(steps * share)

  const perform = async (act: (typeof workActs)[number], actor: Actor): Promise<void> => {
    story.acts.set(act.name, (story.acts.get(act.name) ?? 0) + 1)
    await act.perform(scene, actor).catch((error: unknown) => {
      scene.broken.push(`${act.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    })
  }
  const everybody = (name: string) =>
    Promise.all((['cashier', 'manager', 'counter'] as const).map((as) => perform(named(name), { as, chance })))
  const works = async (actor: Actor): Promise<void> => {
    for (let count = 0; count < ACTS_A_STEP; count++) await perform(actor.chance.oneOf(all), actor)
  }
  const rides = (counter: Counter) =>
    startRide(counter, chance, scene.members).catch((error: unknown) => {
      scene.broken.push(`a counter: ${String(error)}`)
    })
  const rush = async (): Promise<void> => {
    for (let count = 0; count < MAX_LINE_LENGTH; count++) await insist(scene, clerk, ...lineUp(scene, count))
    const line = await insist(scene, clerk, { act: 'line' }, (by) => by.queue.line({ query: {} }))
    story.longestLine = line?.result.records.length ?? 0
    tell(`${story.longestLine} stand in line`)
  }
  const clerk: Actor = { as: 'cashier', chance }
  const manager: Actor = { as: 'manager', chance }
  /** Unpaid trials of this evening, with the step in which each began. */
  const trials = new Map<string, number>()
  const tryAndPay = async (step: number): Promise<void> => {
    for (const [id, since] of trials) {
      const isLate = step - since === LATE_STEPS
      const comesBack = isLate || (since % (2 * TRIAL_EVERY) === 0 && step - since === 1)
      if (!comesBack) continue
      trials.delete(id)
      if (!(await payForTrial(scene, isLate ? manager : clerk, id))) continue
      story.linked++
      if (isLate) story.linkedLate++
    }
    if (step % TRIAL_EVERY !== 0) return
    const id = await startTrial(scene, clerk)
    if (id) trials.set(id, step)
  }
  const die = async (): Promise<void> => {
    await delay(chance.between(20, 300))
    await server.kill()
    story.kills++
    tell('the server was killed, and is back')
  }

  await everybody('openShift')
  for (let step = 0; step < steps; step++) {
    const [first, second] = counters
    if (step === at(0.2) || step === at(0.6)) first?.network.cut()
    if (step === at(0.35) || step === at(0.75)) await first?.network.mend()
    if (step === at(0.45)) second?.network.cut()
    if (step === at(0.55)) await second?.network.mend()
    if (step === at(0.2) || step === at(0.45) || step === at(0.6)) story.cuts++
    if (step === at(0.3)) await rush()
    if (step === at(0.5)) await everybody('handOver')
    // Staff at the track work through the rush.
    for (let heat = 0; step > at(0.3) && heat < HEATS_A_STEP; heat++) {
      await perform(named('heat'), { as: 'counter', chance })
    }
    await tryAndPay(step)
    const dies = step === at(0.4) || step === at(0.7)
    await Promise.all([...actors.map(works), ...counters.map(rides), dies && die()])
    pass(STEP_MINUTES)
    await server.tell({ jobs: [...ENDING_JOBS] })
  }
  await everybody('closeShift')
  if (story.linked === 0) scene.broken.push('no trial was linked to a recharge')
  if (steps > LATE_STEPS + TRIAL_EVERY && story.linkedLate === 0) scene.broken.push('no escaped trial was linked')
  return story
}

/** A guest without a card who pays in cash and waits for any vehicle. */
function lineUp({ rules }: Scene, number: number) {
  const rule = rules.find(({ consumeType }) => consumeType === 'NOCARDCONSUME')
  const key = newId()
  const body = {
    consumeType: 'NOCARDCONSUME' as const,
    consumePayMode: 'cash' as const,
    payCode: null,
    consumeVehicleMode: 'timermode' as const,
    usageMode: 'lineup' as const,
    sysDepartConsumeRoleId: rule?.id ?? '',
    vehicleId: '',
    people: 1,
    userId: '',
    groupNumber: null,
    racer: `散客${number + 1}`,
  }
  return [{ act: 'charge', key }, (by: People['cashier'][number]) => by.consume.add({ key, body })] as const
}
