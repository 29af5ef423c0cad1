import { createLive } from '#renderer/core/emitter.ts'
import { readStored } from '#renderer/core/storage.ts'
import { readDeployment } from './deployment.ts'

/** The server's origin; empty means the page's own origin. */
export const serverAddress = createLive('')

export const apiBase = (): string => `${serverAddress.get().replace(/\/+$/, '')}/api`

/** The WebSocket address of a path below `/api`. */
export function socketUrl(path: string): string {
  const base = new URL(`${apiBase()}${path}`, location.href)
  base.protocol = base.protocol === 'https:' ? 'wss:' : 'ws:'
  return base.href
}

/**
 * Reads the server's address for the web build: the one stored in this browser, else `config.json` next to the page,
 * which the operator may edit, else the build's default, else the page's origin.
 */
export async function readServerAddress(): Promise<void> {
  const { PITLANE_API } = await readDeployment()
  const stored = readStored('pitlane.api')
  if (typeof stored === 'string') return serverAddress.set(stored)
  if (PITLANE_API !== '') return serverAddress.set(PITLANE_API)
  const built: unknown = import.meta.env.PITLANE_API
  if (typeof built === 'string') serverAddress.set(built)
}

/** Whether a text is a server address: http or https with a host. */
export function isServerUrl(text: string | undefined): boolean {
  const url = URL.parse((text ?? '').trim())
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}
