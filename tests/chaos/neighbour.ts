import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { SHORT_LIVED } from '#tests/simulate/venue-server.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { freePort } from '#tests/support/free-port.ts'
import { makeFolder, startTerminal } from '#tests/terminal/harness.ts'
import { type ChaosVenue, clockOf, STORE } from './venue.ts'

/**
 * The other terminal of the store: the leader, which gives out the numbers and relays stored calls. It can be killed, and its
 * network cut.
 */
export interface Neighbour {
  /** The settings with which a counter joins it. */
  hub: { mode: 'join'; address: string }
  /** The network connection to it. */
  lan: Cuttable
  isCut: boolean
  kill(): Promise<void>
  begin(): void
  close(): Promise<void>
}

export async function openNeighbour(venue: ChaosVenue): Promise<Neighbour> {
  const port = await freePort()
  const lan = await cuttable(`http://127.0.0.1:${port}`)
  const dir = await makeFolder()
  const serverUrl = venue.server.url
  const settings = { terminalName: 'T9', prefix: 'T9', hub: { mode: 'serve', port } } as never
  const terminal = await startTerminal({ dir, serverUrl, settings, ...clockOf(venue) })
  await terminal.online()
  await terminal.enrol(STORE)
  await terminal.signIn()
  await terminal.close()
  let child: ChildProcess | null = null
  let ended: Promise<unknown> = Promise.resolve()
  const neighbour: Neighbour = {
    hub: { mode: 'join', address: new URL(lan.url).host },
    lan,
    isCut: false,
    begin() {
      if (child) return
      const words = [venue.programs.hub, dir, serverUrl, String(venue.ahead())]
      child = spawn(process.execPath, [...SHORT_LIVED, ...words], { stdio: ['ignore', 'ignore', 'inherit'] })
      ended = once(child, 'exit')
    },
    async kill() {
      child?.kill('SIGKILL')
      child = null
      await ended
    },
    async close() {
      await neighbour.kill()
      lan.close()
    },
  }
  return neighbour
}
