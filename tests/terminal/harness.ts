import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#main/core/clocks/clock.ts'
import { openSecureStore } from '#main/core/storage/secure-store.ts'
import { createTerminal } from '#main/terminal.ts'
import type { IpcHandlers } from '#shared/core/ipc.ts'
import {
  type ConnectionState,
  type IpcContract,
  ipc,
  StoredSettings,
  type TerminalSettings,
} from '#shared/ipc/contract.ts'
import { venue } from '#tests/support/venue/counter-venue.ts'

export type Handlers = { [G in keyof IpcContract]: IpcHandlers<IpcContract[G]> }

export interface EmittedEvent {
  name: string
  payload: unknown
  at: number
}

export interface TestTerminal {
  handlers: Handlers
  dir: string
  events: EmittedEvent[]
  log: string[]
  /** Resolves with the first event of a name that suits, also one of the past. */
  event<T = unknown>(name: string, suits?: (payload: T) => boolean): Promise<T>
  online(wanted?: boolean): Promise<ConnectionState>
  /** Resolves when something asked from the terminal is so; asked again after each event and at least every 20 ms. */
  until<T>(ask: () => Promise<T>, suits: (value: T) => boolean): Promise<T>
  signIn(): Promise<void>
  /** Somebody who may signs in at a real server, lets the store believe this terminal, and signs out. */
  enrol(orgCode: string): Promise<void>
  resume(): void
  close(): Promise<void>
}

export interface TestTerminalOptions {
  dir?: string
  serverUrl?: string
  settings?: Partial<TerminalSettings>
  clock?: Clock
  /** Leaves a terminal that remembers who was signed in as locked as it starts; otherwise that person comes back at once. */
  staysLocked?: boolean
}

const folders: string[] = []

export async function makeFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'pitlane-terminal-'))
  folders.push(dir)
  return dir
}

export const removeFolders = async (): Promise<void> => {
  await Promise.all(folders.splice(0).map((dir) => rm(dir, { recursive: true, force: true })))
}

/** The whole terminal without its window: what crosses the bridge is checked against the contract in both directions. */
export async function startTerminal(options: TestTerminalOptions = {}): Promise<TestTerminal> {
  const dir = options.dir ?? (await makeFolder())
  const events: EmittedEvent[] = []
  const log: string[] = []
  const watchers = new Set<() => void>()
  const write = (message: string, fields?: Record<string, unknown>): void =>
    void log.push(JSON.stringify({ message, ...fields, error: String(fields?.error ?? '') }))
  const terminal = await createTerminal({
    dir,
    ...(options.serverUrl ? { serverUrl: options.serverUrl } : {}),
    ...(options.clock ? { clock: options.clock } : {}),
    secureStore: openSecureStore({ dir }),
    log: { debug: write, info: write, warn: write, error: write },
    appVersion: '9.9.9',
    emit(group, event, payload) {
      const schema = ipc[group as keyof IpcContract].events[event as never] as { parse(value: unknown): unknown }
      events.push({ name: `${group}.${event}`, payload: schema.parse(payload), at: Date.now() })
      for (const watcher of [...watchers]) watcher()
    },
  })
  const handlers = checked(terminal.handlers as unknown as Handlers)
  if (!options.staysLocked && (await handlers.lock.state({})).locked)
    await handlers.lock.unlock({ password: venue.password })
  if (options.settings) await handlers.settings.write(StoredSettings.parse(options.settings))

  const result: TestTerminal = {
    handlers,
    dir,
    events,
    log,
    event: (name, suits = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find((event) => event.name === name && suits(event.payload as never))
          if (!found) return
          watchers.delete(look)
          resolve(found.payload as never)
        }
        watchers.add(look)
        look()
      }),
    online: (wanted = true) =>
      result.until(
        handlers.connection.state.bind(null, {}),
        ({ online }) => online === wanted,
      ) as Promise<ConnectionState>,
    async until(ask, suits) {
      for (;;) {
        const value = await ask()
        if (suits(value)) return value
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, 20)
          function done(): void {
            clearTimeout(timer)
            watchers.delete(done)
            resolve()
          }
          watchers.add(done)
        })
      }
    },
    async signIn() {
      await handlers.session.signIn({ username: 'cashier', password: venue.password })
      await result.until(
        () => handlers.catalogue.read({}),
        (found) => found !== null,
      )
    },
    async enrol(orgCode) {
      await handlers.session.signIn({ username: 'manager', password: venue.password })
      await handlers.session.selectStore({ orgCode })
      await handlers.enrolment.enrol({})
      await handlers.session.signOut({})
    },
    resume: terminal.resume,
    close: terminal.close,
  }
  return result
}

/** Parses results as the shell's hub does, so that a wrong one fails the test. */
function checked(handlers: Handlers): Handlers {
  const groups = Object.entries(ipc).map(([group, { calls }]) => {
    const parsed = Object.entries(calls).map(([name, { input, result }]) => {
      const run = (handlers as unknown as Record<string, Record<string, (given: unknown) => Promise<unknown>>>)[
        group
      ]?.[name]
      return [name, async (given: unknown) => result.parse(await run?.(input.parse(given)))]
    })
    return [group, Object.fromEntries(parsed)]
  })
  return Object.fromEntries(groups) as Handlers
}
