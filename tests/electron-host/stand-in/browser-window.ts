import { createCodec } from '#tests/electron-host/codec.ts'
import { app } from './app.ts'
import { host, toAppUrl, toBrowserUrl } from './host.ts'
import { theIpcMain } from './ipc-main.ts'
import { type Frame, openPage } from './page.ts'
import { checkOptions, KnownEvents, preventable, refusing } from './refusing.ts'

const windowOptions = [
  'x',
  'y',
  'width',
  'height',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'autoHideMenuBar',
  'fullscreen',
  'kiosk',
  'webPreferences',
]
const preferences = [
  'preload',
  'sandbox',
  'contextIsolation',
  'nodeIntegration',
  'nodeIntegrationInSubFrames',
  'webSecurity',
  'webviewTag',
  'spellcheck',
  'backgroundThrottling',
]
const contentsEvents = [
  'did-finish-load',
  'dom-ready',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'render-process-gone',
  'preload-error',
  'unresponsive',
  'destroyed',
]
const windowEvents = ['close', 'closed', 'ready-to-show', 'show', 'hide', 'focus', 'blur']

interface WebPreferences {
  preload?: string
  sandbox?: boolean
  contextIsolation?: boolean
  nodeIntegration?: boolean
  nodeIntegrationInSubFrames?: boolean
  webSecurity?: boolean
}

interface Options {
  width?: number
  height?: number
  webPreferences?: WebPreferences
  show?: boolean
  title?: string
  fullscreen?: boolean
  kiosk?: boolean
}

type OpenHandler = (details: { url: string }) => { action: string }
const codec = createCodec()
let lastId = 0
const all = new Map<number, BrowserWindow>()

class WebContents extends KnownEvents {
  readonly id: number
  readonly page: Promise<Awaited<ReturnType<typeof openPage>>>
  targetId = ''
  destroyed = false
  wasLoaded = false
  frame: Frame | null = null
  openHandler: OpenHandler = () => ({ action: 'allow' })
  tellPage: (text: string) => void = () => undefined

  constructor(id: number, options: Options) {
    super('webContents', contentsEvents)
    this.id = id
    this.page = this.open(options)
    this.page.catch((error: unknown) => process.stderr.write(`electron-host: ${String(error)}\n`))
  }

  async open({ width = 800, height = 600, webPreferences = {} }: Options) {
    const chromium = await host.browser()
    const { targetInfos } = await chromium.send<{
      targetInfos: { targetId: string; type: string; attached: boolean }[]
    }>('Target.getTargets')
    // A visible Chromium comes with one window, which becomes ours.
    const given = host.headless ? undefined : targetInfos.find(({ type, attached }) => type === 'page' && !attached)
    const targetId =
      given?.targetId ??
      (
        await chromium.send<{ targetId: string }>('Target.createTarget', {
          url: 'about:blank',
          newWindow: true,
          width,
          height,
        })
      ).targetId
    this.targetId = targetId
    const { preload, nodeIntegrationInSubFrames: inSubFrames = false } = webPreferences
    const page = await openPage(
      chromium,
      { targetId, preload, inSubFrames },
      {
        message: (message, frame, reply) => this.receive(message, frame, reply),
        mayNavigate: (url, isMainFrame) => {
          const event = preventable({ url, isMainFrame })
          this.emit('will-frame-navigate', event)
          if (isMainFrame) this.emit('will-navigate', event, url)
          return !event.defaultPrevented
        },
        loaded: () => {
          this.wasLoaded = true
          this.emit('dom-ready', {})
          this.emit('did-finish-load', {})
        },
        crashed: () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 }),
        gone: () => this.destroy(),
      },
    )
    this.frame = page.mainFrame()
    this.tellPage = (text) => page.tell(text)
    return page
  }

  receive(
    message: Parameters<Parameters<typeof openPage>[2]['message']>[0],
    frame: Frame | null,
    reply: (text: string) => void,
  ) {
    if (message.type === 'preloadError') {
      process.stderr.write(`electron-host: preload failed: ${message.stack || message.message}\n`)
      this.emit('preload-error', {}, '', new Error(message.message))
      return
    }
    if (message.type === 'open') {
      const { action } = this.openHandler({ url: toAppUrl(message.url) })
      if (action !== 'deny')
        process.stderr.write(`electron-host: a window was allowed for ${message.url}; the host can only refuse\n`)
      return
    }
    const args = codec.decode(message.args) as unknown[]
    const event = { sender: all.get(this.id)?.webContents, senderFrame: frame, type: 'frame' }
    if (message.type === 'send') {
      theIpcMain.emit(message.channel, event, ...args)
      return
    }
    void theIpcMain.answer(message.channel, event, args).then((answer) => {
      let text: string
      try {
        text = codec.encode({ id: message.id, ...answer })
      } catch (error) {
        text = codec.encode({ id: message.id, ok: false, value: String(error) })
      }
      reply(text)
    })
  }

  send(channel: string, ...args: unknown[]): void {
    this.tellPage(codec.encode({ channel, value: args }))
  }

  getURL = (): string => this.frame?.url ?? ''
  get mainFrame(): Frame | null {
    return this.frame
  }
  isDestroyed = (): boolean => this.destroyed
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  reload(): void {
    void this.page.then(({ send }) => send('Page.reload')).catch(() => undefined)
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const { send } = await this.page
    const { result, exceptionDetails } = await send<{
      result: { value: unknown }
      exceptionDetails?: { text: string; exception?: { description?: string } }
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async load(url: string): Promise<void> {
    const { navigate } = await this.page
    const loaded = new Promise((resolve) => super.once('did-finish-load', resolve))
    const errorText = await navigate(toBrowserUrl(url))
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('destroyed')
    all.get(this.id)?.gone()
  }
}

class BrowserWindow extends KnownEvents {
  readonly id: number
  readonly webContents: WebContents
  title: string
  visible: boolean
  fullScreen: boolean
  kiosk: boolean

  constructor(options: Options = {}) {
    super('BrowserWindow', windowEvents)
    const { webPreferences = {}, show = true, title = '', fullscreen = false, kiosk = false } = options
    checkOptions('BrowserWindow', options, windowOptions)
    checkOptions('webPreferences', webPreferences, preferences)
    const { sandbox = true, contextIsolation = true, nodeIntegration = false, webSecurity = true } = webPreferences
    if (!sandbox || !contextIsolation || nodeIntegration || !webSecurity)
      throw new Error('a window without sandbox or isolation is not implemented by the Electron host for tests')
    lastId += 1
    this.id = lastId
    this.title = title
    this.visible = show
    this.fullScreen = fullscreen
    this.kiosk = kiosk
    this.webContents = refusing('webContents', new WebContents(this.id, options))
    const self = refusing('BrowserWindow', this)
    all.set(this.id, self)
    host.addWindow({ id: this.id, close: () => this.closeNow() })
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, self)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    // biome-ignore lint/correctness/noConstructorReturn: the guarded view must be the only one that main ever holds.
    return self
  }

  static getAllWindows = (): BrowserWindow[] => [...all.values()]
  static fromWebContents = (contents: WebContents): BrowserWindow | null => all.get(contents.id) ?? null

  loadURL(url: string): Promise<void> {
    return this.webContents.load(url)
  }

  show(): void {
    this.visible = true
    this.emit('show')
  }
  hide(): void {
    this.visible = false
    this.emit('hide')
  }
  focus(): void {
    void this.webContents.page.then(({ send }) => send('Page.bringToFront'))
  }
  isVisible = (): boolean => this.visible
  isMinimized = (): boolean => false
  isFullScreen = (): boolean => this.fullScreen
  setFullScreen(wanted: boolean): void {
    this.fullScreen = wanted
  }
  isKiosk = (): boolean => this.kiosk
  setKiosk(wanted: boolean): void {
    this.kiosk = wanted
  }
  restore(): void {}
  isDestroyed = (): boolean => this.webContents.destroyed
  setTitle(title: string): void {
    this.title = title
  }
  getTitle = (): string => this.title

  close(): void {
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) void this.closeNow()
  }
  destroy(): void {
    void this.closeNow()
  }

  async closeNow(): Promise<void> {
    if (this.isDestroyed()) return
    const chromium = await host.browser()
    await chromium.send('Target.closeTarget', { targetId: this.webContents.targetId }).catch(() => undefined)
    this.webContents.destroy()
  }

  gone(): void {
    all.delete(this.id)
    this.emit('closed')
    host.removeWindow(this.id)
  }
}

const Guarded = new Proxy(BrowserWindow, {
  get(target, key) {
    if (typeof key === 'string' && !(key in target) && key !== 'prototype' && key !== 'then')
      throw new Error(`BrowserWindow.${key} is not implemented by the Electron host for tests`)
    return Reflect.get(target, key)
  },
})

export { Guarded as BrowserWindow }
