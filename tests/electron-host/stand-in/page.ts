import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Chromium } from '#tests/electron-host/chromium.ts'
import { createCodec } from '#tests/electron-host/codec.ts'
import { openWorldPort, type PreloadMessage, runPreload } from '#tests/electron-host/page-worlds.ts'
import { APP_URL_PATTERN, host, toAppUrl } from './host.ts'

export interface Frame {
  id: string
  url: string
  parent: Frame | null
}

export interface PageListeners {
  message(message: PreloadMessage, frame: Frame | null, reply: (text: string) => void): void
  /** Called before a frame navigates by itself; false prevents it. */
  mayNavigate(url: string, isMainFrame: boolean): boolean
  loaded(): void
  crashed(): void
  gone(): void
}

const BINDING = '__pitlaneHostSend'
const RECEIVER = '__pitlaneHostReceive'

interface PausedRequest {
  requestId: string
  frameId: string
  resourceType: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

/** One page in Chromium with the preload in its own world. */
export async function openPage(
  chromium: Chromium,
  { targetId, preload, inSubFrames }: { targetId: string; preload: string | undefined; inSubFrames: boolean },
  listeners: PageListeners,
) {
  const { sessionId } = await chromium.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
  const send = <T>(method: string, params: Record<string, unknown> = {}) => chromium.send<T>(method, params, sessionId)
  const on = <T>(event: string, listener: (params: T) => void) => chromium.on(sessionId, event, listener)
  const world = `pitlane-preload-${randomBytes(8).toString('hex')}`
  const frames = new Map<string, Frame>()
  const contexts = new Map<number, string>()
  /** The address that main itself requested, which needs no permission. */
  const state = { ordered: '', mainFrame: '' }

  const reply = (contextId: number) => (text: string) => {
    send('Runtime.callFunctionOn', {
      functionDeclaration: `function (text) { globalThis.${RECEIVER}(text) }`,
      executionContextId: contextId,
      arguments: [{ value: text }],
    }).catch(() => undefined)
  }

  on<{ frameId: string; parentFrameId?: string }>('Page.frameAttached', ({ frameId, parentFrameId = '' }) =>
    frames.set(frameId, { id: frameId, url: '', parent: frames.get(parentFrameId) ?? null }),
  )
  on<{ frameId: string }>('Page.frameDetached', ({ frameId }) => frames.delete(frameId))
  on<{ frame: { id: string; url: string; urlFragment?: string; parentId?: string } }>(
    'Page.frameNavigated',
    ({ frame: { id, url, urlFragment = '', parentId = '' } }) => {
      const known = frames.get(id) ?? { id, url: '', parent: frames.get(parentId) ?? null }
      known.url = toAppUrl(`${url}${urlFragment}`)
      frames.set(id, known)
    },
  )
  on<{ frameId: string; url: string }>('Page.navigatedWithinDocument', ({ frameId, url }) => {
    const frame = frames.get(frameId)
    if (frame) frame.url = toAppUrl(url)
  })
  on<{ context: { id: number; name: string; auxData: { frameId: string } } }>(
    'Runtime.executionContextCreated',
    ({ context }) => context.name === world && contexts.set(context.id, context.auxData.frameId),
  )
  on<{ executionContextId: number }>('Runtime.executionContextDestroyed', ({ executionContextId }) =>
    contexts.delete(executionContextId),
  )
  on('Runtime.executionContextsCleared', () => contexts.clear())
  on<{ payload: string; executionContextId: number }>('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    const frame = frames.get(contexts.get(executionContextId) ?? '') ?? null
    listeners.message(JSON.parse(payload) as PreloadMessage, frame, reply(executionContextId))
  })
  on('Page.loadEventFired', () => listeners.loaded())
  on('Inspector.targetCrashed', () => listeners.crashed())

  const fail = (requestId: string) => send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  const answer = async ({ requestId, frameId, resourceType, request }: PausedRequest) => {
    const { url, method, headers, postData } = request
    if (resourceType === 'Document' && url !== state.ordered) {
      if (!listeners.mayNavigate(toAppUrl(url), frameId === state.mainFrame)) return fail(requestId)
    }
    const response = await host.respond(url, { method, headers, ...(postData ? { body: postData } : {}) })
    if (!response) return send('Fetch.continueRequest', { requestId })
    return send('Fetch.fulfillRequest', {
      requestId,
      responseCode: response.status,
      responseHeaders: Array.from(response.headers, ([name, value]) => ({ name, value })),
      body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    })
  }
  on<PausedRequest>('Fetch.requestPaused', (paused) => {
    answer(paused).catch((error: unknown) => {
      process.stderr.write(`electron-host: ${paused.request.url}: ${String(error)}\n`)
      fail(paused.requestId).catch(() => undefined)
    })
  })
  const stops = [
    chromium.on(undefined, 'Target.targetDestroyed', (params: { targetId: string }) => {
      if (params.targetId !== targetId) return
      for (const stop of stops) stop()
      listeners.gone()
    }),
  ]

  const { pageSource, preloadSource } = sourcesOf(preload, inSubFrames)
  const { frameTree } = await send<{ frameTree: { frame: { id: string } } }>('Page.getFrameTree')
  state.mainFrame = frameTree.frame.id
  frames.set(state.mainFrame, { id: state.mainFrame, url: 'about:blank', parent: null })
  await Promise.all([
    send('Page.enable'),
    send('Runtime.enable'),
    send('Inspector.enable'),
    send('Fetch.enable', {
      patterns: [{ urlPattern: '*', resourceType: 'Document' }, { urlPattern: APP_URL_PATTERN }],
    }),
    chromium.send('Target.setDiscoverTargets', { discover: true }),
    ...(preload
      ? [
          send('Runtime.addBinding', { name: BINDING, executionContextName: world }),
          send('Page.addScriptToEvaluateOnNewDocument', { source: preloadSource, worldName: world }),
          send('Page.addScriptToEvaluateOnNewDocument', { source: pageSource }),
        ]
      : []),
  ])

  return {
    send,
    frames,
    mainFrame: () => frames.get(state.mainFrame) ?? null,
    async navigate(url: string): Promise<string | undefined> {
      state.ordered = url.replace(/#.*/, '')
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url })
      return errorText
    },
    /** Sends to the preload of the main frame; lost, as in Electron, when there is none yet. */
    tell(text: string) {
      for (const [contextId, frameId] of contexts) if (frameId === state.mainFrame) reply(contextId)(text)
    },
  }
}

/** The scripts that run in each world before any script of the page. */
function sourcesOf(preload: string | undefined, inSubFrames: boolean) {
  const secret = randomBytes(16).toString('hex')
  const guard = inSubFrames ? '' : 'if (window !== window.top) return;'
  const port = (side: string) => `(${openWorldPort})({ side: '${side}', secret: '${secret}' })`
  const parts = JSON.stringify({ binding: BINDING, receiver: RECEIVER })
  const source = preload ? readFileSync(preload, 'utf8') : ''
  return {
    pageSource: `(() => { ${guard} ${port('page')} })()`,
    preloadSource: `(() => { ${guard}
      const source = (require, module, exports) => { ${source}\n }
      ;(${runPreload})(${parts}, ${port('preload')}, (${createCodec})(), source)
    })()`,
  }
}
