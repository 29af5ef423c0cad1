import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems use for outgoing connections: Linux from 32768, others from 49152. */
const FIRST = 12_000
const LAST = 32_000
const MAX_TRIES = 100

const given = new Set<number>()

/**
 * A free port of this machine. Outgoing connections take none of these, so that it is still free when a stopped server comes
 * back to it, and a client never connects to itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port in ${MAX_TRIES} tries`)
}

async function isFree(port: number): Promise<boolean> {
  // On every address: a leader listens on all of them.
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
