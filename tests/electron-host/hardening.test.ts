import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { IpcReply } from '#shared/core/ipc.ts'
import type { GuestView } from '#shared/ipc/customer-display.ts'
import { until } from '#tests/support/until.ts'
import { type LaunchedTerminal, launchTerminal } from './launch.ts'

// What a page of the built terminal can never do, as far as the host shows it (design: Terminal); tests/arch/packaging has the
// rest.
let dir: string
let terminal: LaunchedTerminal
let page: Page

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'pitlane-hardening-'))
  terminal = await launchTerminal({ dir })
  page = await terminal.firstWindow()
})
afterAll(async () => {
  await terminal?.kill()
  rmSync(dir, { recursive: true, force: true })
})

const ask = (channel: string, input: unknown = {}): Promise<IpcReply<unknown>> =>
  page.evaluate(([name, value]) => window.pitlane?.invoke(name as string, value) as Promise<IpcReply<unknown>>, [
    channel,
    input,
  ] as const)

it('gives the page nothing of Node and only the bridge to the program', async () => {
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter((name) => name in window),
  )
  expect(found).toEqual([])
  const bridge = await page.evaluate(() => {
    const refused: string[] = []
    for (const channel of ['ipc-message', 'guest:picture', 'ELECTRON_BROWSER_REQUIRE', '']) {
      try {
        window.pitlane?.on(channel, () => undefined)
      } catch {
        refused.push(channel)
      }
    }
    // Nothing can replace the bridge.
    const before = window.pitlane
    try {
      ;(window as { pitlane?: unknown }).pitlane = {}
    } catch {}
    return { refused: refused.length, isSame: window.pitlane === before, isFrozen: Object.isFrozen(before) }
  })
  expect(bridge).toEqual({ refused: 4, isSame: true, isFrozen: true })
})

it('runs only code of its own, and sends requests only to its server', async () => {
  const blocked = await page.evaluate(async () => {
    // From a timer, because code that the test itself runs is exempt from the policy.
    const isEvalRefused = await new Promise<boolean>((resolve) => {
      setTimeout(() => {
        try {
          // biome-ignore lint/security/noGlobalEval: that it is refused is what is asked
          globalThis.eval('1')
          resolve(false)
        } catch {
          resolve(true)
        }
      })
    })
    const isFetchRefused = await fetch('https://example.com/steal').then(
      () => false,
      () => true,
    )
    const base = document.createElement('base')
    base.href = 'https://example.com/'
    document.head.append(base)
    return { isEvalRefused, isFetchRefused, isBaseKept: document.baseURI.startsWith('http://pitlane.app') }
  })
  expect(blocked).toEqual({ isEvalRefused: true, isFetchRefused: true, isBaseKept: true })
})

it('allows its own page the camera and the local network, and nothing else', async () => {
  const answers = await terminal.evaluate(({ session, BrowserWindow }) => {
    const { handlers } = session.defaultSession as unknown as {
      handlers: Record<string, (...words: unknown[]) => unknown>
    }
    const own = BrowserWindow.getAllWindows()[0]?.webContents
    const stranger = { getURL: () => 'https://example.com/' }
    const guests = { getURL: () => 'app://pitlane/guest.html' }
    const asked = (contents: unknown, permission: string, mediaTypes: string[] = []) => {
      let answer: unknown = null
      handlers.request?.(contents, permission, (granted: unknown) => (answer = granted), { mediaTypes })
      return answer
    }
    return {
      camera: asked(own, 'media', ['video']),
      microphone: asked(own, 'media', ['audio', 'video']),
      refused: [
        'geolocation',
        'notifications',
        'midi',
        'openExternal',
        'clipboard-read',
        'hid',
        'serial',
        'usb',
        'fileSystem',
        'display-capture',
        'fullscreen',
        'pointerLock',
      ].map((name) => asked(own, name)),
      stranger: asked(stranger, 'media', ['video']),
      guests: asked(guests, 'media', ['video']),
      device: handlers.device?.({ deviceType: 'hid' }),
    }
  })
  expect(answers.camera).toBe(true)
  expect(answers.refused).toEqual(answers.refused.map(() => false))
  expect([answers.microphone, answers.stranger, answers.guests, answers.device]).toEqual([false, false, false, false])
})

it('shows the guest screen in a window that receives messages and cannot send any', async () => {
  const { value } = (await ask('app:settings.read')) as { value: { station: object } }
  const station = { ...value.station, guestScreen: true, guestWords: '周末两圈送一圈\n生日免单' }
  expect(await ask('app:settings.write', { ...value, station })).toMatchObject({ ok: true })
  const guests = await terminal.windowOf('guest.html')
  const shown: GuestView = {
    locale: 'zh',
    store: '港湾卡丁车',
    view: { kind: 'due', amount: 68 },
    name: '张*',
    level: '金卡',
    item: '标准卡丁',
    people: 2,
    vehicle: '03',
    ticketNo: '',
    line: { called: ['A007'], waiting: 3 },
  }
  await ask('app:customerDisplay.showGuests', shown)
  await until(async () =>
    expect(await guests.locator('main').textContent()).toMatch(
      /港湾卡丁车[\s\S]*张\*[\s\S]*68\.00[\s\S]*2 人[\s\S]*A007[\s\S]*3 位/,
    ),
  )
  await ask('app:customerDisplay.showGuests', { ...shown, view: { kind: 'welcome' }, name: '', line: null })
  await until(async () => expect(await guests.locator('main').textContent()).toContain('周末两圈送一圈'))
  expect(await guests.evaluate(() => ['pitlane', 'require', 'process'].filter((name) => name in window))).toEqual([])
  expect(await guests.evaluate(() => Object.keys((window as never as { pitlaneGuest: object }).pitlaneGuest))).toEqual([
    'onPicture',
  ])
  // A window of the program, whose calls are refused nevertheless.
  const counted = await terminal.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect(counted).toBe(2)
  await ask('app:settings.write', { ...value, station: { ...station, guestScreen: false } })
  await until(async () => expect(guests.isClosed()).toBe(true))
})

it('has the position on the screen that its settings define', async () => {
  const { value } = (await ask('app:settings.read')) as { value: { station: object } }
  const look = () =>
    terminal.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      return [window?.isKiosk(), window?.isFullScreen()]
    })
  await ask('app:settings.write', { ...value, station: { ...value.station, window: 'kiosk' } })
  expect(await look()).toEqual([true, false])
  // A kiosk is not closed by mistake: the user is asked, and stays.
  await terminal.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  const question = page.getByRole('dialog')
  await question.waitFor()
  await question.getByRole('button', { name: '不关闭' }).click()
  await question.waitFor({ state: 'detached' })
  await ask('app:settings.write', { ...value, station: { ...value.station, window: 'fullscreen' } })
  expect(await look()).toEqual([false, true])
  await ask('app:settings.write', value)
  expect(await look()).toEqual([false, false])
  await terminal.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  expect(await terminal.exited).toBe(0)
})
