import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCodec } from './codec.ts'
import { type LaunchedTerminal, launchTerminal } from './launch.ts'

const main = join(import.meta.dirname, 'fixture', 'main.ts')

interface Bridge {
  invoke(channel: string, input?: unknown): Promise<unknown>
  on(channel: string, listener: (payload: unknown) => void): () => void
  refused: string[]
  nested: { list: unknown[] }
}
declare global {
  interface Window {
    bridge: Bridge
    heard: unknown[]
    stopHearing: () => void
  }
}

/** The processes whose command line contains the folder: the terminal and all processes of its Chromium. */
const processesOf = (dir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir)
      } catch {
        return false
      }
    })
    .map(Number)

describe('electron host', () => {
  let dir: string
  let terminal: LaunchedTerminal
  let page: Page
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'pitlane-host-'))
    const started = performance.now()
    terminal = await launchTerminal({ dir, main })
    page = await terminal.firstWindow()
    console.log(`window ready after ${Math.round(performance.now() - started)} ms`)
  })
  afterAll(async () => {
    await terminal?.kill()
    rmSync(dir, { recursive: true, force: true })
  })

  it('shows the page of the custom scheme with its headers, with the bridge in place before the first script', async () => {
    expect(page.url()).toBe('http://pitlane.app.localhost/index.html#/start')
    expect(await page.textContent('#ready')).toBe('页面')
    expect(await page.title()).toBe('function')
    const blocked = await page.evaluate(() =>
      fetch('/frame.html').then(
        () => 'loaded',
        () => 'blocked',
      ),
    )
    expect(blocked, 'connect-src of the policy is none').toBe('blocked')
    expect(await page.evaluate(() => window.isSecureContext)).toBe(true)
  })

  it('transfers a call to main and back with all types that structured clone supports', async () => {
    const result = await page.evaluate(async () => {
      const sent = {
        text: '中文',
        none: undefined,
        date: new Date(5),
        map: new Map([['a', 1n]]),
        bytes: new Uint8Array([1, 2]),
      }
      const back = (await window.bridge.invoke('app:echo', sent)) as typeof sent
      return [
        back.text,
        'none' in back,
        back.date.getTime(),
        back.map.get('a') === 1n,
        back.bytes instanceof Uint8Array,
      ]
    })
    expect(result).toEqual(['中文', true, 5, true, true])
    const ms = await page.evaluate(async () => {
      const start = performance.now()
      for (let index = 0; index < 100; index += 1) await window.bridge.invoke('app:echo', { index })
      return (performance.now() - start) / 100
    })
    console.log(`one call takes ${ms.toFixed(2)} ms`)
  })

  it('passes on the messages of errors in the preload and in main', async () => {
    const messageOf = (channel: string) =>
      page.evaluate(async (name) => {
        try {
          await window.bridge.invoke(name, {})
        } catch (error) {
          return (error as Error).message
        }
      }, channel)
    expect(await messageOf('other:echo')).toBe('channel refused: other:echo')
    expect(await messageOf('app:fail')).toBe("Error invoking remote method 'app:fail': Error: main says no")
    expect(await messageOf('app:nobody')).toContain("No handler registered for 'app:nobody'")
  })

  it('refuses values that cannot be cloned, at the caller', async () => {
    const message = await page.evaluate(() => {
      try {
        return String(window.bridge.invoke('app:echo', Symbol('x')))
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(message).toContain('could not be cloned')
  })

  it('keeps the preload in a world of its own and its interface frozen', async () => {
    const result = await page.evaluate(() => ({
      frozen: Object.isFrozen(window.bridge) && Object.isFrozen(window.bridge.nested.list[1]),
      leaked: Object.keys(window).filter((key) => /pitlaneHost|require|ipcRenderer/.test(key)),
    }))
    expect(result).toEqual({ frozen: true, leaked: [] })
  })

  it('delivers what main sends until the listener stops', async () => {
    await page.evaluate(() => {
      window.heard = []
      window.stopHearing = window.bridge.on('app:told', (payload) => window.heard.push(payload))
    })
    const tell = (count: number) =>
      terminal.evaluate(({ BrowserWindow }, n) => {
        for (const window of BrowserWindow.getAllWindows()) window.webContents.send('app:told', { n })
      }, count)
    await tell(1)
    await page.waitForFunction(() => window.heard.length === 1)
    await page.evaluate(() => window.stopHearing())
    await tell(2)
    await page.evaluate(() => window.bridge.invoke('app:echo', null))
    expect(await page.evaluate(() => window.heard)).toEqual([{ n: 1 }])
  })

  it('tells main which frame calls, so that a frame inside the page can be refused', async () => {
    const ask = () => window.bridge.invoke('app:whoAmI')
    expect(await page.evaluate(ask)).toEqual({ url: 'app://pitlane/index.html#/start', isTop: true })
    const [, frame] = page.frames()
    expect(await frame?.evaluate(ask)).toEqual({ url: 'app://pitlane/frame.html', isTop: false })
  })

  it('throws a readable error for every Electron call that it does not have', async () => {
    const inMain = (await page.evaluate(() => window.bridge.invoke('app:refused'))) as string[]
    expect(inMain).toEqual(
      [
        'clipboard.readText',
        'app.getGPUInfo',
        'the event "gpu-info-update" of app',
        'BrowserWindow: the option "transparent"',
        'BrowserWindow.flashFrame',
      ].map((what) => `${what} is not implemented by the Electron host for tests`),
    )
    expect(await page.evaluate(() => window.bridge.refused)).toEqual([
      'ipcRenderer.sendSync is not implemented by the Electron host',
      'a sandboxed preload cannot load "node:fs"',
      'contextBridge.executeInMainWorld is not implemented by the Electron host',
    ])
  })

  it('lets main prevent navigation and refuse new windows', async () => {
    await page.evaluate(() => {
      window.open('http://127.0.0.1:9/popup')
      document.body.insertAdjacentHTML('beforeend', '<a id="out" target="_blank" href="http://127.0.0.1:9/link">x</a>')
      document.getElementById('out')?.click()
      location.href = 'http://127.0.0.1:9/elsewhere'
    })
    const popups = () => (existsSync(join(dir, 'popups.txt')) ? readFileSync(join(dir, 'popups.txt'), 'utf8') : '')
    await expect.poll(popups).toBe('http://127.0.0.1:9/popup\nhttp://127.0.0.1:9/link\n')
    await expect.poll(() => page.context().pages().length).toBe(1)
    expect(await page.evaluate(() => window.bridge.invoke('app:echo', 'still here'))).toBe('still here')
    expect(page.url()).toContain('http://pitlane.app.localhost/')
  })

  it('quits when asked to, after main was notified', async () => {
    const own = mkdtempSync(join(tmpdir(), 'pitlane-host-'))
    const other = await launchTerminal({ dir: own, main })
    await other.firstWindow()
    await other.close()
    expect(await other.exited).toBe(0)
    expect(readFileSync(join(own, 'quit.txt'), 'utf8')).toBe('quit')
    expect(processesOf(own)).toEqual([])
    rmSync(own, { recursive: true, force: true })
  })

  it.each(['the launcher kills it', 'only its main process is killed'])(
    'leaves no Chromium behind when %s',
    async (how) => {
      const own = mkdtempSync(join(tmpdir(), 'pitlane-host-'))
      const other = await launchTerminal({ dir: own, main })
      await other.firstWindow()
      expect(processesOf(own)).toContain(other.chromiumPid)
      if (how === 'the launcher kills it') await other.kill()
      else process.kill(other.pid, 'SIGKILL')
      expect(await other.exited).toBeNull()
      await expect.poll(() => processesOf(own), { timeout: 10_000 }).toEqual([])
      expect(existsSync(join(own, 'quit.txt'))).toBe(false)
      await other.kill()
      rmSync(own, { recursive: true, force: true })
    },
  )

  it('reports why the main bundle does not start', async () => {
    const broken = await launchTerminal({ dir, main: join(dir, 'missing.js') })
    await expect(broken.firstWindow()).rejects.toThrow(/missing\.js/)
  })
})

describe('codec of the host', () => {
  const { encode, decode } = createCodec()
  it.each([
    [{ $: 'odd', list: [Number.NaN, -0, Number.POSITIVE_INFINITY, undefined, null] }],
    [new Set([1, 'a'])],
    [new Map([[{ a: 1 }, new Date(0)]])],
    [Uint16Array.of(1, 65535)],
    [12345678901234567890n],
  ])('gives back %o', (value) => expect(decode(encode(value))).toEqual(value))

  it('refuses functions and cycles', () => {
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    expect(() => encode({ run: () => 1 })).toThrow('could not be cloned')
    expect(() => encode(cycle)).toThrow('a cycle')
  })
})
