import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { type Part, startPart } from './part.ts'
import { fillTemplate } from './template.ts'

interface Options {
  /** For its configuration. */
  folder: string
  /** Where terminals and browsers reach it. */
  port: number
  /** The ports of the copies of the server, also of those that are not there yet. */
  copies: readonly number[]
  /** The ports of the nodes of PostgreSQL and of their checks. */
  nodes: readonly { port: number; checkPort: number }[]
}

export interface HaProxy extends Part {
  url: string
  /** Where it leads to PostgreSQL's primary. */
  primaryPort: number
  /** The same address on the primary. */
  onPrimary(url: string): string
  /** The address of a database on whichever node is a standby, without an account. */
  onStandby(database: string): string
}

/** Starts HAProxy with the configuration of `deploy/haproxy`. */
export async function startProxy({ folder, port, copies, nodes }: Options): Promise<HaProxy> {
  const primaryPort = await freePort()
  const standbyPort = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await mkdir(folder, { recursive: true })
  const server = (name: string, index: number, at: number, more = '') =>
    `  server ${name}${index + 1} 127.0.0.1:${at}${more}`
  const values = {
    web: `127.0.0.1:${port}`,
    primary: `127.0.0.1:${primaryPort}`,
    standby: `127.0.0.1:${standbyPort}`,
    copies: copies.map((at, index) => server('copy', index, at)).join('\n'),
    nodes: nodes.map((node, index) => server('node', index, node.port, ` check port ${node.checkPort}`)).join('\n'),
  }
  await writeFile(file, await fillTemplate('haproxy/haproxy.cfg', values))
  const part = await startPart({
    name: 'HAProxy',
    words: () => [...DIE_WITH_US, '/usr/sbin/haproxy', '-db', '-f', file],
    ending: 'SIGTERM',
    answers: () => accepts(port),
  })
  return Object.assign(part, {
    url: `http://127.0.0.1:${port}`,
    primaryPort,
    onPrimary: (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(primaryPort) }).href,
    onStandby: (database: string) => `postgres://127.0.0.1:${standbyPort}/${database}`,
  })
}

const DIE_WITH_US = ['setpriv', '--pdeathsig', 'TERM']

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
