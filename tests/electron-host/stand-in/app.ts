import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { host } from './host.ts'
import { checkOptions, KnownEvents, preventable, refusing } from './refusing.ts'

const events = [
  'ready',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'activate',
  'second-instance',
  'web-contents-created',
  'browser-window-created',
]
const manifest = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as {
  version: string
  name: string
  productName?: string
}

/** The data folder belongs to a running host: the same lock as Electron's, by process id. */
function isHeldByAnother(lock: string): boolean {
  let pid: number
  try {
    pid = Number(readFileSync(lock, 'utf8'))
    return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('electron-host')
  } catch {
    return false
  }
}

class App extends KnownEvents {
  readonly isPackaged = false
  readonly paths = new Map<string, string>([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', join(homedir(), '.config')],
    ['userData', join(homedir(), '.config', `${manifest.productName ?? manifest.name}-host`)],
    ['exe', process.execPath],
  ])
  hasLock = false
  quitting = false

  constructor() {
    super('app', events)
  }

  getVersion = (): string => manifest.version
  getName = (): string => manifest.productName ?? manifest.name
  getAppPath = (): string => process.cwd()
  isReady = (): boolean => host.isReady()

  getPath(name: string): string {
    const path = this.paths.get(name)
    if (path === undefined) throw new Error(`app.getPath('${name}') is not implemented by the Electron host for tests`)
    return path
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }

  whenReady(): Promise<void> {
    return this.start()
  }

  /** Starts Chromium in the data folder, where Electron also stores its profile. */
  async start(): Promise<void> {
    if (this.quitting) return
    const first = !host.isStarted()
    await host.start(join(this.getPath('userData'), 'chromium'))
    if (first) this.emit('ready', {}, {})
  }

  requestSingleInstanceLock(): boolean {
    const dir = this.getPath('userData')
    mkdirSync(dir, { recursive: true })
    const lock = join(dir, 'host.lock')
    if (isHeldByAnother(lock)) return false
    writeFileSync(lock, String(process.pid))
    this.hasLock = true
    return true
  }

  quit(): void {
    if (this.quitting) return
    void this.tryToQuit()
  }

  async tryToQuit(): Promise<void> {
    this.quitting = true
    const before = preventable({})
    this.emit('before-quit', before)
    if (!before.defaultPrevented) await host.closeWindows()
    const will = preventable({})
    if (!before.defaultPrevented) this.emit('will-quit', will)
    if (before.defaultPrevented || will.defaultPrevented) {
      this.quitting = false
      return
    }
    this.emit('quit', {}, 0)
    await this.end(0)
  }

  exit(code = 0): void {
    void this.end(code)
  }

  async end(code: number): Promise<void> {
    this.quitting = true
    await host.stop()
    if (this.hasLock) rmSync(join(this.getPath('userData'), 'host.lock'), { force: true })
    process.exit(code)
  }
}

const theApp = new App()
host.onWindowsGone(() => {
  if (theApp.quitting) return
  if (theApp.listenerCount('window-all-closed') === 0) theApp.quit()
  else theApp.emit('window-all-closed')
})
process.on('SIGTERM', () => theApp.quit())
process.on('SIGINT', () => theApp.quit())

export const app = refusing('app', theApp)

const powerEvents = ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'shutdown']
/** Sends no events by itself; a test emits those it wants handled. */
export const powerMonitor = refusing('powerMonitor', new KnownEvents('powerMonitor', powerEvents))

/** The host has no key chain, and reports that like a bare Linux. */
export const safeStorage = refusing('safeStorage', {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'basic_text',
})

export const dialog = refusing('dialog', {
  showErrorBox: (title: string, content: string) => void process.stderr.write(`${title}: ${content}\n`),
})

export const Menu = refusing('Menu', {
  setApplicationMenu(menu: null) {
    if (menu !== null) throw new Error('a menu is not implemented by the Electron host for tests')
  },
})

interface SchemeOptions {
  scheme: string
  privileges: object
}

export const protocol = refusing('protocol', {
  registerSchemesAsPrivileged(schemes: SchemeOptions[]) {
    if (host.isStarted()) throw new Error('registerSchemesAsPrivileged must be called before the app is ready')
    for (const options of schemes) {
      checkOptions('a privileged scheme', options, ['scheme', 'privileges'])
      host.schemes.add(options.scheme)
    }
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => host.serve(scheme, handler),
})

/** One screen, like most counters. */
const display = { id: 1, bounds: { x: 0, y: 0, width: 1366, height: 768 } }
export const screen = refusing('screen', {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
})

/** Permission handlers are stored and never called, because headless Chromium refuses all permissions by itself; a test may call them. */
const defaultSession = refusing('session', {
  protocol,
  handlers: {} as Record<string, unknown>,
  setPermissionRequestHandler(handler: unknown) {
    this.handlers.request = handler
  },
  setPermissionCheckHandler(handler: unknown) {
    this.handlers.check = handler
  },
  setDevicePermissionHandler(handler: unknown) {
    this.handlers.device = handler
  },
})
export const session = refusing('session', { defaultSession })
