import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'

/** A program of the cluster, which can be broken like a machine. */
export interface Part {
  readonly name: string
  readonly isRunning: boolean
  /** The last lines that it wrote. */
  readonly lines: readonly string[]
  /** Ends it with all its processes at once, like a power cut. */
  kill(): Promise<void>
  /** Stops and continues all its processes; its connections stay open, and nothing answers. */
  pause(): void
  resume(): void
  /** Processor time of its processes so far, in ms, also of those that have ended. */
  processorMs(): number
  /** Ends it gracefully. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

interface Program {
  name: string
  /** The program and its arguments, read anew for each start. */
  words: () => readonly string[]
  env?: NodeJS.ProcessEnv
  /** The signal that ends it gracefully. */
  ending?: NodeJS.Signals
  /** Whether it answers; only called while it runs. */
  answers: () => Promise<boolean>
}

/** For the demo data on a loaded machine. */
const PATIENCE_MS = 300_000
/** After this it is killed instead. */
const ENDING_MS = 35_000
const RETRY_MS = 50
const MAX_LINES = 40

/** Starts a program and waits until it answers. Throws with its last lines if it ends before. */
export async function startPart(program: Program): Promise<Part> {
  const { name, ending = 'SIGTERM' } = program
  const lines: string[] = []
  let child: ChildProcess | undefined
  const isRunning = (): boolean => child !== undefined && child.exitCode === null && child.signalCode === null
  const signal = (which: NodeJS.Signals): void => {
    if (isRunning() && child?.pid !== undefined) for (const pid of familyOf(child.pid)) send(pid, which)
  }

  async function start(): Promise<void> {
    if (isRunning()) return
    const [file = '', ...words] = program.words()
    const next = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'], ...(program.env ? { env: program.env } : {}) })
    child = next
    let failure: Error | undefined
    next.once('error', (error) => {
      failure = error
    })
    for (const stream of [next.stdout, next.stderr]) keep(stream, lines)
    const limit = performance.now() + PATIENCE_MS
    while (!(await program.answers().catch(() => false))) {
      if (failure || !isRunning() || performance.now() > limit) {
        await end('SIGKILL')
        throw new Error(`${name} did not start: ${failure?.message ?? lines.join('\n')}`)
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  async function end(which: NodeJS.Signals): Promise<void> {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    if (which === 'SIGKILL') signal(which)
    else child.kill(which)
    const tooLong = setTimeout(() => signal('SIGKILL'), ENDING_MS)
    await ended
    clearTimeout(tooLong)
  }

  await start()
  return {
    name,
    lines,
    get isRunning() {
      return isRunning()
    },
    kill: () => end('SIGKILL'),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    processorMs: () => (isRunning() && child?.pid !== undefined ? processorMs(child.pid) : 0),
    async stop() {
      signal('SIGCONT')
      await end(ending)
    },
    start,
  }
}

function keep(stream: NodeJS.ReadableStream | null, lines: string[]): void {
  stream?.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line.trim() !== ''))
    lines.splice(0, lines.length - MAX_LINES)
  })
}

/** A process and its children: PostgreSQL puts each of them in a group of its own. */
function familyOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)
  return [parent, ...children]
}

const parentOf = (pid: number): number => Number(statOf(pid)[1] ?? 0)

/** What Linux tells about a process, from its state on; empty if it has ended. */
function statOf(pid: number): string[] {
  try {
    // After the program's name, which may contain anything.
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** A tick of Linux's accounting. */
const TICK_MS = 10
/** Where user, system, and the same of ended children stand in `statOf`. */
const TIMES = { from: 11, to: 15 }

const processorMs = (parent: number): number =>
  familyOf(parent).reduce((sum, pid) => {
    // Ended children are counted by their parent.
    const times = statOf(pid).slice(TIMES.from, pid === parent ? TIMES.to : TIMES.to - 2)
    return sum + times.reduce((own, ticks) => own + Number(ticks) * TICK_MS, 0)
  }, 0)

function send(pid: number, which: NodeJS.Signals): void {
  try {
    process.kill(pid, which)
  } catch {
    // It has just ended.
  }
}
