import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { PATIENCE_MS } from '#tests/support/until.ts'

export type FromTerminal =
  | { type: 'chromium'; pid: number; wsEndpoint: string }
  | { type: 'window'; targetId: string }
  | { type: 'result'; id: number; ok: boolean; value: unknown }

export interface ToTerminal {
  id: number
  source: string
  argument: unknown
}

export interface LaunchOptions {
  /** The terminal's data folder; start again with the same one to see what was stored. */
  dir: string
  env?: Record<string, string>
  /** The main bundle; the product's own by default. */
  main?: string
  /** How long the window may take, in ms. */
  timeoutMs?: number
}

/** The modules of `electron` inside the terminal's process, for `evaluate`. */
export type ElectronModules = typeof import('./stand-in/electron.ts')

/** A running terminal: a process of its own with its own Chromium. */
export interface LaunchedTerminal {
  readonly pid: number
  /** All its output so far, stdout and stderr combined. */
  output(): string
  /** The first window once its page has loaded. */
  firstWindow(): Promise<Page>
  /** Another window, by the file that it shows. */
  windowOf(file: string): Promise<Page>
  /** Runs a function in the terminal's process; it may use nothing from outside itself. */
  evaluate<T, A = undefined>(run: (electron: ElectronModules, argument: A) => T | Promise<T>, argument?: A): Promise<T>
  /** Quits like a user and waits for the end. */
  close(): Promise<void>
  /** A power cut: SIGKILL for the terminal and its Chromium at once. */
  kill(): Promise<void>
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>
  readonly chromiumPid: number | undefined
}

const root = join(import.meta.dirname, '..', '..')
export const builtMain = join(root, 'out', 'main', 'index.js')

/** Starts the built terminal under the Electron host, as Playwright's `_electron.launch` starts a real one. */
export async function launchTerminal({
  dir,
  env = {},
  main = builtMain,
  timeoutMs = PATIENCE_MS,
}: LaunchOptions): Promise<LaunchedTerminal> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'boot.ts'), main], {
    cwd: root,
    env: { ...process.env, PITLANE_TERMINAL_DIR: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    // A process group of its own, so that one signal reaches the terminal and its Chromium.
    detached: true,
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const output = collect(child)
  const { next, evaluate } = converse(child, exited)
  let browser: Promise<Browser> | undefined
  let chromiumPid: number | undefined
  const chromiumReady = next('chromium').then((message) => {
    chromiumPid = message.pid
    return message
  })
  chromiumReady.catch(() => undefined)
  const windowReady = next('window')
  windowReady.catch(() => undefined)

  const firstWindow = async (): Promise<Page> => {
    const { wsEndpoint } = await within(chromiumReady, timeoutMs, 'Chromium', output)
    const { targetId } = await within(windowReady, timeoutMs, 'the first window', output)
    browser ??= chromium.connectOverCDP(wsEndpoint)
    return pageOf(await browser, targetId)
  }
  const disconnect = async () => {
    await (await browser?.catch(() => undefined))?.close().catch(() => undefined)
  }

  return {
    pid: child.pid ?? 0,
    output,
    firstWindow,
    async windowOf(file) {
      await firstWindow()
      const find = async () =>
        (await browser)
          ?.contexts()
          .flatMap((context) => context.pages())
          .find((page) => new URL(page.url()).pathname === `/${file}`)
      for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(30)) {
        const found = await find()
        if (found) return found
      }
      throw new Error(`no window shows ${file}\n${output()}`)
    },
    evaluate,
    async close() {
      await disconnect()
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      try {
        await within(exited, timeoutMs, 'the end', output)
      } finally {
        killGroup(child)
      }
    },
    async kill() {
      killGroup(child)
      await exited
      await disconnect()
    },
    exited,
    get chromiumPid() {
      return chromiumPid
    },
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
  }
  return () => text
}

function converse(child: ChildProcess, exited: Promise<number | null>) {
  const calls = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  child.on('message', (message: FromTerminal) => {
    if (message.type !== 'result') return
    const call = calls.get(message.id)
    calls.delete(message.id)
    if (message.ok) call?.resolve(message.value as never)
    else call?.reject(new Error(String(message.value)))
  })
  void exited.then(() => {
    for (const { reject } of calls.values()) reject(new Error('the terminal has ended'))
  })
  return {
    next: <K extends FromTerminal['type']>(type: K): Promise<Extract<FromTerminal, { type: K }>> =>
      new Promise((resolve, reject) => {
        child.on('message', (message: FromTerminal) => {
          if (message.type === type) resolve(message as Extract<FromTerminal, { type: K }>)
        })
        void exited.then((code) => reject(new Error(`the terminal ended with ${code}`)))
      }),
    evaluate: <T, A>(run: (electron: ElectronModules, argument: A) => T | Promise<T>, argument?: A): Promise<T> =>
      new Promise((resolve, reject) => {
        lastId += 1
        calls.set(lastId, { resolve, reject })
        child.send(
          { id: lastId, source: String(run), argument } satisfies ToTerminal,
          (error) => error && reject(error),
        )
      }),
  }
}

/** The same page in Playwright; with several windows the target's id tells them apart. */
async function pageOf(browser: Browser, targetId: string): Promise<Page> {
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      const session = await context.newCDPSession(page)
      const { targetInfo } = await session.send('Target.getTargetInfo')
      await session.detach()
      if (targetInfo.targetId === targetId) return page
    }
  }
  throw new Error('the window has been closed')
}

async function within<T>(promise: Promise<T>, ms: number, what: string, output: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([promise, late])
  } catch (error) {
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
