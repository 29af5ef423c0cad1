import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'

/** The close code "service restart" (registered with IANA): the client should reconnect, to another copy. */
const RESTARTS = 1012

/** Whether this copy of the server is draining: it reports that it is not ready, so that a proxy sends calls elsewhere, and serves on. */
export interface Draining {
  readonly begun: boolean
  begin(): void
}

export function createDraining(): Draining {
  let begun = false
  return {
    get begun() {
      return begun
    },
    begin() {
      begun = true
    },
  }
}

/** Closes sockets evenly over a time in ms, so that their clients do not all reconnect and reload at once. */
export async function closeOneByOne(sockets: ReadonlySet<WebSocket>, overMs: number): Promise<void> {
  const open = [...sockets]
  const begun = performance.now()
  for (const [index, socket] of open.entries()) {
    const ahead = begun + (index / open.length) * overMs - performance.now()
    if (ahead > 0) await delay(ahead)
    socket.close(RESTARTS, 'this copy restarts')
  }
  await delay(Math.max(0, begun + overMs - performance.now()))
}
