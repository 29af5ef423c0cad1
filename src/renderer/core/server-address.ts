import { readDeployment } from './deployment.ts'
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
  const { PITLANE_API } = await readDeployment()
  const told = readStored('pitlane.api')
  if (typeof told === 'string') return serverAddress.set(told)
  if (PITLANE_API !== '') return serverAddress.set(PITLANE_API)
  const built: unknown = import.meta.env.PITLANE_API
  if (typeof built === 'string') serverAddress.set(built)
}

/** Whether a text is the address of a server: http or https with a host. */
export function isServerUrl(text: string | undefined): boolean {
  const url = URL.parse((text ?? '').trim())
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}
