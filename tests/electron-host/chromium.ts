import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

export type CdpParams = Record<string, unknown>

/** A running Chromium and the DevTools connection to it. */
export interface Chromium {
  pid: number
  /** Address for a second DevTools client, such as Playwright. */
  wsEndpoint: string
  send<T = CdpParams>(method: string, params?: CdpParams, sessionId?: string): Promise<T>
  /** Subscribes to one event of one target; returns the function that unsubscribes. */
  on(sessionId: string | undefined, event: string, listener: (params: never) => void): () => void
  /** Asks it to close, and kills it when it does not. */
  close(): Promise<void>
  exited: Promise<void>
}

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--use-mock-keychain',
  // Electron asks main's permission handlers before a page reaches a local address; the host cannot.
  '--disable-features=LocalNetworkAccessChecks,Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider',
]

/** Starts Chromium. It is driven over a pipe, so that it always ends with this process; the loopback port is for a second client only. */
export async function startChromium({
  profileDir,
  headless,
}: {
  profileDir: string
  headless: boolean
}): Promise<Chromium> {
  const command = process.env.PITLANE_CHROMIUM ?? candidates.find((path) => existsSync(path))
  if (!command) throw new Error('no Chromium found: install the package "chromium" or set PITLANE_CHROMIUM')
  mkdirSync(profileDir, { recursive: true })
  const mode = headless ? ['--headless=new', '--no-startup-window', '--mute-audio'] : ['--app=about:blank']
  const child = spawn(
    command,
    [...flags, ...mode, `--user-data-dir=${profileDir}`, '--remote-debugging-pipe', '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  )
  const exited = once(child, 'exit').then(() => undefined)
  const connection = connect(child.stdio[3] as Writable, child.stdio[4] as Readable)
  const wsEndpoint = await Promise.race([
    endpointOf(child),
    exited.then(() => Promise.reject(new Error('Chromium ended before it was ready'))),
  ])
  return {
    pid: child.pid ?? 0,
    wsEndpoint,
    ...connection,
    exited,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      connection.send('Browser.close').catch(() => undefined)
      const insist = setTimeout(() => child.kill('SIGKILL'), 3000)
      await exited
      clearTimeout(insist)
    },
  }
}

/** Chromium prints its address on stderr; its other output there is noise. */
function endpointOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let collected = ''
    child.once('error', reject)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (collected.length > 100_000) return
      collected += text
      const [, address] = /DevTools listening on (ws:\S+)/.exec(collected) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}: ${collected.slice(-2000)}`)))
  })
}

interface Message {
  id?: number
  method?: string
  params?: CdpParams
  sessionId?: string
  result?: unknown
  error?: { message: string }
}

function connect(output: Writable, input: Readable): Pick<Chromium, 'send' | 'on'> {
  const events = new EventEmitter().setMaxListeners(0)
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void; method: string }>()
  let lastId = 0
  let open = true

  const receive = ({ id, method, params = {}, sessionId = '', result, error }: Message) => {
    if (id === undefined) {
      events.emit(`${sessionId} ${method}`, params)
      return
    }
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error) caller?.reject(new Error(`${caller.method}: ${error.message}`))
    else caller?.resolve(result as never)
  }

  let pieces: Buffer[] = []
  input.on('data', (bytes: Buffer) => {
    let rest = bytes
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      receive(JSON.parse(Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8')) as Message)
      pieces = []
      rest = rest.subarray(end + 1)
    }
    if (rest.byteLength > 0) pieces.push(rest)
  })
  const end = () => {
    open = false
    for (const { reject, method } of waiting.values()) reject(new Error(`${method}: Chromium has ended`))
    waiting.clear()
  }
  input.on('close', end)
  output.on('error', end)

  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (!open) {
          reject(new Error(`${method}: Chromium has ended`))
          return
        }
        lastId += 1
        waiting.set(lastId, { resolve, reject, method })
        output.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`)
      }),
    on(sessionId, event, listener) {
      const name = `${sessionId ?? ''} ${event}`
      const hear = (params: CdpParams) => listener(params as never)
      events.on(name, hear)
      return () => events.off(name, hear)
    },
  }
}
