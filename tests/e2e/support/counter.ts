import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { IpcReply } from '#shared/core/ipc.ts'
import { StoredSettings, type SyncItem } from '#shared/ipc/contract.ts'
import { type CounterPage, counterPage } from '#tests/e2e/pages/counter.page.ts'
import { signInPage } from '#tests/e2e/pages/sign-in.page.ts'
import { type LaunchedTerminal, launchTerminal } from '#tests/electron-host/launch.ts'
import { PATIENCE_MS, until } from '#tests/support/until.ts'
import { PASSWORD } from './built-server.ts'
import { textOf } from './shows.ts'
import { watchPage } from './test-pages.ts'

export interface CounterOptions {
  serverUrl: string
  settings?: z.input<typeof StoredSettings>
  /** The data folder of the terminal; a new one by default. */
  dir?: string
  /** For tests of online starts: waits for the server, however busy the machine is. */
  waitsForServer?: boolean
}

/** A counter: the built terminal with a window of a counter's size. */
export interface Counter {
  readonly page: Page
  readonly screen: CounterPage
  readonly dir: string
  /** Signs in and waits until the counter is ready. */
  signIn(username?: string): Promise<void>
  /** Enrols this terminal by a permitted user who signs out afterwards, so that its offline starts are accepted. */
  enrol(orgCode?: string): Promise<void>
  /** Calls the terminal over its page's bridge. */
  ask<T>(channel: string, input?: unknown): Promise<T>
  /** Presses the start key; returns the ticket number when the counter shows it. */
  startBy(press: () => Promise<unknown>): Promise<string>
  /** `kill -9`, like a power cut. */
  kill(): Promise<void>
  /** Restarts the program on the same data. */
  start(): Promise<void>
  remove(): Promise<void>
}

export async function startCounter({
  serverUrl,
  settings = {},
  dir: given,
  waitsForServer,
}: CounterOptions): Promise<Counter> {
  const dir = given ?? (await mkdtemp(join(tmpdir(), 'pitlane-counter-')))
  mkdirSync(dir, { recursive: true })
  const content = { version: 2, settings: StoredSettings.parse(settings) }
  writeFileSync(join(dir, 'settings.json'), JSON.stringify(content))
  let terminal: LaunchedTerminal
  let page: Page

  async function start(): Promise<void> {
    const env: Record<string, string> = { PITLANE_SERVER_URL: serverUrl }
    if (waitsForServer) env.PITLANE_ANSWER_SECONDS = String(PATIENCE_MS / 1000)
    terminal = await launchTerminal({ dir, env })
    page = await terminal.firstWindow()
    await page.setViewportSize({ width: 1366, height: 768 })
    page.setDefaultTimeout(PATIENCE_MS)
    watchPage(page)
  }

  async function ask<T>(channel: string, input: unknown = {}): Promise<T> {
    const reply = await page.evaluate(
      ([name, value]) => window.pitlane?.invoke(name as string, value) as Promise<IpcReply<unknown>>,
      [channel, input] as const,
    )
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`)
    return reply.value as T
  }

  await start()
  return {
    get page() {
      return page
    },
    get screen() {
      return counterPage(page)
    },
    dir,
    start,
    async enrol(orgCode = 'A01A01') {
      await ask('app:session.signIn', { username: 'manager', password: PASSWORD })
      await ask('app:session.selectStore', { orgCode })
      await ask('app:enrolment.enrol')
      await ask('app:session.signOut')
      // The window treats it as a sign-in ended by the server.
      await page.reload()
    },
    async signIn(username = 'cashier') {
      await signInPage(page).signIn(username)
      await counterPage(page).ready()
    },
    ask,
    async startBy(press) {
      const known = new Set((await ask<SyncItem[]>('app:starts.list')).map(({ id }) => id))
      await press()
      return until(async () => {
        const fresh = (await ask<SyncItem[]>('app:starts.list')).filter(({ id }) => !known.has(id))
        expect(fresh).toHaveLength(1)
        const ticketNo = fresh[0]?.ticketNo ?? ''
        expect(ticketNo).not.toBe('')
        // Just after midnight, yesterday's numbers are in the list too.
        expect(await textOf(counterPage(page).recent.first())).toContain(ticketNo)
        return ticketNo
      })
    },
    kill: () => terminal.kill(),
    async remove() {
      await terminal.kill()
      if (!given) await rm(dir, { recursive: true, force: true })
    },
  }
}
