import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { SHORT_LIVED } from '#tests/simulate/venue-server.ts'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { type RoughWay, roughWay } from '#tests/support/faults/rough-way.ts'
import { makeFolder, startTerminal } from '#tests/terminal/harness.ts'
import { type Chance, chanceOf } from '#tests/walks/random.ts'
import type { Scene } from '#tests/walks/scene.ts'
import { settle } from './afterwards.ts'
import { type GoodsDesk, openGoodsDesk } from './goods-desk.ts'
import { type Neighbour, openNeighbour } from './neighbour.ts'
import { type ChaosVenue, clockOf, STORE } from './venue.ts'

/** A sale that a cashier saw as done. */
export interface Done {
  id: string
  ticketNo: string
  kind: string
  /** It was reported that the disk is full, and that the ticket comes when there is room. */
  isOwed: boolean
}

/** A counter with everything of it that can fail. */
export interface Day {
  chance: Chance
  venue: ChaosVenue
  members: string[]
  dir: string
  cable: Cuttable
  network: RoughWay
  sink: PrinterSink
  neighbour: Neighbour
  goods: GoodsDesk
  child: { process: ChildProcess; ready: Promise<unknown>; ended: Promise<unknown> } | null
  isCut: boolean
  done: Done[]
  /** The shift actions, as the cashier saw them. */
  acted: { id: string; act: string; shiftId: string }[]
  /** How many guests it has queued. */
  joined: number
  broken: string[]
  /** How often it refused, which is a valid answer. */
  refused: number
  faults: string[]
}

const HOUR_MS = 3_600_000
const PATIENT_MS = 4000
const REFUSALS = 20
/** Longer than a counter takes to notice that the server does not answer. */
const LONG_MS = 4000

/** How many of the faults are of the machines, where a venue has several. */
const OF_MACHINES = 0.6

/** All kinds of faults. */
const FAULTS = {
  kill: (day) => kill(day),
  async cut(day) {
    if (day.isCut) await day.cable.mend()
    else day.cable.cut()
    day.isCut = !day.isCut
  },
  silence: async ({ cable, isCut }) => (isCut ? undefined : cable.silence()),
  async rough({ network, goods, chance }) {
    network.rough(chance.happens(0.7))
    goods.rough(chance.happens(0.7))
  },
  async serverKill({ venue: { server } }) {
    await server.up()
    // The counter continues while the server restarts.
    void server.kill().catch(() => undefined)
  },
  clock: async (day) => tell(day, `clock ${day.chance.between(-9, 9) * HOUR_MS}`),
  disk: async (day) => tell(day, `disk ${day.chance.between(100, 2500)}`),
  paper: async ({ sink, chance }) => sink.set(chance.oneOf(['paper-out', 'cover-open', 'ready', 'slow'])),
  async hubKill({ neighbour }) {
    await neighbour.kill()
    neighbour.begin()
  },
  async lanCut({ neighbour }) {
    if (neighbour.isCut) await neighbour.lan.mend()
    else neighbour.lan.cut()
    neighbour.isCut = !neighbour.isCut
  },
  lanSilence: async ({ neighbour }) => (neighbour.isCut ? undefined : neighbour.lan.silence()),
  /** The counter is closed, and opened on another day. */
  async night(day) {
    await Promise.all([kill(day), day.neighbour.kill()])
    await day.venue.pass(day.chance.between(10, 30) * HOUR_MS)
  },
} satisfies Record<string, (day: Day) => Promise<void>>

const tell = ({ child }: Day, fault: string): void => void child?.process.stdin?.write(`${fault}\n`)

/** The results of a counter's days. */
export interface Told {
  broken: string[]
  sales: number
  /** Shift actions of the drawer. */
  acts: number
  joined: number
  /** What was sent at the desk for goods, and what was refused there. */
  goods: Pick<Scene, 'sent' | 'refusals'>
  refused: number
  faults: string[]
}

/** Some days of one counter with all kinds of faults; returns the checks that fail afterwards. */
export async function chaosOnce(venue: ChaosVenue, seed: number, steps: number): Promise<Told> {
  const chance = chanceOf(seed)
  const dir = await makeFolder()
  const network = await roughWay(venue.server.url, chance.fork())
  const cable = await cuttable(network.url)
  const sink = await startPrinterSink()
  const neighbour = await openNeighbour(venue)
  const goods = await openGoodsDesk(venue, chance.fork())
  const members = await venue.members()
  const day: Day = {
    chance,
    venue,
    members,
    dir,
    cable,
    network,
    sink,
    neighbour,
    goods,
    child: null,
    isCut: false,
    done: [],
    acted: [],
    joined: 0,
    broken: [],
    refused: 0,
    faults: [],
  }
  try {
    await openCounter(day)
    for (let step = 0; step < steps; step++) {
      if (!day.child) begin(day)
      neighbour.begin()
      await enough(day, chance.between(2, 8))
      const around = venue.copies && chance.happens(OF_MACHINES) ? venue.copies.faults : null
      const fault = chance.oneOf(Object.keys(around ?? FAULTS))
      // Some faults are noticed at once, and some only after others have been added.
      if (chance.happens(0.3)) await pause(chance.between(200, LONG_MS))
      day.faults.push(fault)
      around?.[fault]?.(chance.fork())
      if (!around) await FAULTS[fault as keyof typeof FAULTS](day)
    }
    await kill(day)
    if (day.isCut) await cable.mend()
    network.rough(false)
    goods.rough(false)
    sink.set('ready')
    await venue.copies?.mend()
    const desk = await goods.end()
    await settle(day)
    day.broken.push(...desk.broken, ...venue.server.unasked)
    return {
      broken: day.broken,
      sales: day.done.length,
      acts: day.acted.length,
      joined: day.joined,
      goods: desk.goods,
      refused: day.refused,
      faults: day.faults,
    }
  } finally {
    await kill(day)
    await neighbour.close()
    goods.close()
    cable.close()
    network.close()
    await sink.close()
  }
}

/** A new enrolled terminal, with its cashier signed in. */
async function openCounter({ dir, cable, sink, venue, neighbour: { hub } }: Day): Promise<void> {
  const printer = { transport: 'tcp', address: sink.host, port: sink.port } as never
  const terminal = await startTerminal({
    dir,
    serverUrl: cable.url,
    settings: { printer, hub, station: { lockOnStart: false } } as never,
    ...clockOf(venue),
  })
  await terminal.online()
  await terminal.enrol(STORE)
  await terminal.signIn()
  // It must know the shift of its drawer: without it no shift action is possible.
  await terminal.until(
    () => terminal.handlers.shifts.here({}),
    ({ isKnown }) => isKnown,
  )
  await terminal.close()
}

function begin(day: Day): void {
  const { chance, dir, cable, venue, members } = day
  const seed = String(chance.below(2 ** 31))
  const words = [venue.programs.counter, dir, cable.url, seed, String(venue.ahead()), ...members]
  const child = spawn(process.execPath, [...SHORT_LIVED, ...words], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined)
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [word, id = '', ticketNo = '', kind = '', owed = ''] = line.split(' ')
    if (word === 'done') day.done.push({ id, ticketNo, kind, isOwed: owed === 'owed' })
    if (word === 'acted') day.acted.push({ id, act: ticketNo, shiftId: kind })
    if (word === 'joined') day.joined += 1
    if (word === 'refused') day.refused += 1
    if (word === 'error') day.broken.push(line)
  })
  const ended = once(child, 'close')
  day.child = { process: child, ready: Promise.race([once(lines, 'line'), ended]), ended }
}

/** Waits for so many more sales; a counter that refuses all of them, or cannot answer now, times out. */
async function enough(day: Day, count: number): Promise<void> {
  const { done, child } = day
  await child?.ready
  const wanted = done.length + count
  const refusable = day.refused + REFUSALS
  const end = Date.now() + PATIENT_MS
  while (done.length < wanted && day.refused < refusable && Date.now() < end && child?.process.exitCode === null)
    await pause(5)
}

async function kill(day: Day): Promise<void> {
  const { child } = day
  day.child = null
  child?.process.kill('SIGKILL')
  await child?.ended
}
