import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { chromiumPath } from './chromium-path.ts'

/** A small counter screen: fields, a form, a dialog, and keys of one character, which all log their events. */
const SCREEN = `<!doctype html><meta charset="utf-8"><body>
<form id="form"><input id="name" value="张三"><textarea id="remark">first line</textarea>
<input id="people" type="number" value="2"><input id="secret" type="password"><button id="save">save</button></form>
<button id="start" type="button">start</button>
<dialog id="dialog"><input id="coupon" value="A1"><button id="ok" type="button">ok</button></dialog>
<script>
  window.seen = { scans: [], keys: [], clicks: [], submits: 0, inputs: [] }
  form.addEventListener('submit', (event) => { event.preventDefault(); seen.submits++ })
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => seen.clicks.push(button.id))
  document.addEventListener('keydown', (event) => seen.keys.push(event.key))
  document.addEventListener('input', (event) => seen.inputs.push(event.target.value))
  // Input of an input method has the time that a test sets, however late a busy machine delivers it.
  addEventListener('input', (event) => {
    if (window.writtenAt !== undefined) Object.defineProperty(event, 'timeStamp', { value: window.writtenAt })
  }, true)
  // Time passes when a test says so: a busy machine must not release a held key in the middle of a scan.
  const timers = new Map()
  let lastTimer = 0
  window.setTimeout = (run) => timers.set(++lastTimer, run) && lastTimer
  window.clearTimeout = (id) => timers.delete(id)
  window.passTime = () => {
    const due = [...timers.values()]
    timers.clear()
    for (const run of due) run()
  }
</script></body>`

/** The events that the screen received. */
interface Seen {
  scans: string[]
  keys: string[]
  clicks: string[]
  submits: number
  inputs: string[]
}

/** A real browser, and pages of it that listen for keyboard readers. */
export async function openWedgeBrowser(): Promise<{ openPage(): Promise<WedgePage>; close(): Promise<void> }> {
  const entry = fileURLToPath(new URL('../../../src/renderer/core/wedge/wedge-listener.ts', import.meta.url))
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'wedge' } },
  })
  const bundles = Array.isArray(output) ? output : [output]
  const files = bundles.flatMap((bundle) => ('output' in bundle ? bundle.output : []))
  const script = files.find((file) => file.type === 'chunk')?.code ?? ''
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
  return { openPage: () => openPage(browser, script), close: () => browser.close() }
}

async function openPage(browser: Browser, script: string): Promise<WedgePage> {
  const page = await browser.newPage()
  const renew = async () => {
    // A new document has a new window, without listeners.
    await page.goto('about:blank')
    await page.setContent(SCREEN)
    await page.addScriptTag({ content: script })
    await page.evaluate(
      'window.stopWedge = wedge.listenForWedge(window, (value) => seen.scans.push(value), () => window.isHeard ?? true)',
    )
  }
  await renew()
  const devtools = await page.context().newCDPSession(page)
  return {
    page,
    devtools,
    renew,
    seen: () => page.evaluate<Seen>('seen'),
    valueIn: (id) => page.evaluate<string>(`document.getElementById('${id}').value`),
    settle: async () => {
      await page.evaluate('passTime()')
    },
    press: (keys, isProcess = false) => press(devtools, keys, isProcess),
  }
}

export interface WedgePage {
  page: Page
  devtools: CDPSession
  /** Loads the screen again, without listeners or input; a new page would take ten times as long. */
  renew(): Promise<void>
  seen(): Promise<Seen>
  valueIn(id: string): Promise<string>
  /** Lets the time pass after which the page holds nothing back any more. */
  settle(): Promise<void>
  /** Keys with their assigned times, in ms; `isProcess`: an input method is on. */
  press(keys: TimedKey[], isProcess?: boolean): Promise<void>
}

export interface TimedKey {
  key: string
  at: number
  /** How long it is held; not at all by default. */
  held?: number
}

/**
 * The keys are sent through the browser's own input, one batch at a time, so that they are trusted events with the times of the
 * protocol.
 */
async function press(devtools: CDPSession, keys: TimedKey[], process: boolean): Promise<void> {
  const events = keys.flatMap(({ key: char, at, held = 0 }) => {
    const isSuffix = char.length > 1
    const code = isSuffix ? char : /\d/.test(char) ? `Digit${char}` : `Key${char.toUpperCase()}`
    const virtual = process ? 229 : isSuffix ? (char === 'Tab' ? 9 : 13) : char.toUpperCase().charCodeAt(0)
    const typed = isSuffix ? (char === 'Enter' ? '\r' : undefined) : char
    const common = { key: process ? 'Process' : char, code, windowsVirtualKeyCode: virtual }
    const isRaw = process || typed === undefined
    const down = { type: isRaw ? 'rawKeyDown' : 'keyDown', ...common, ...(isRaw ? {} : { text: typed }) } as const
    return [
      { at, event: down },
      { at: at + held, event: { type: 'keyUp', ...common } as const },
    ]
  })
  const inOrder = events.toSorted((one, other) => one.at - other.at)
  await Promise.all(
    inOrder.map(({ at, event }) => devtools.send('Input.dispatchKeyEvent', { ...event, timestamp: at / 1000 })),
  )
}
