import { createLive } from './emitter.ts'
import { readStored } from './storage.ts'

/** Where the server is: empty means the origin that the page came from. */
export const serverAddress = createLive('')

export const apiBase = (): string => `${serverAddress.get().replace(/\/+$/, '')}/api`

/** The address of a path below `/api` for a WebSocket. */
export function socketUrl(path: string): string {
  const base = new URL(`${apiBase()}${path}`, location.href)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return base.href
}

/**
 * Reads the address of the server for the web build: what this browser was told, else `config.json` beside the page,
 * which whoever deploys the static files may edit, else the build's own, else the page's origin.
 */
export async function readServerAddress(): Promise<void> {
  const told = readStored('pitlane.api')
  if (typeof told === 'string') return serverAddress.set(told)
  try {
    const answer = await fetch('./config.json', { cache: 'no-cache' })
    const config = (await answer.json()) as { PITLANE_API?: unknown }
    if (typeof config.PITLANE_API === 'string' && config.PITLANE_API !== '')
      return serverAddress.set(config.PITLANE_API)
  } catch {
    // Static hosts without the file serve the server's own origin.
  }
  const built: unknown = import.meta.env.PITLANE_API
  if (typeof built === 'string') serverAddress.set(built)
}

/** Whether a text is the address of a server: http or https with a host. */
export function isServerUrl(text: string | undefined): boolean {
  const url = URL.parse((text ?? '').trim())
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}
