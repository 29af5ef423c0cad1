import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '#server/db/roles.ts'
import { findLauncher } from '#server/db/unprivileged.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type Part, startPart } from './part.ts'
import { fillTemplate } from './template.ts'

interface Options {
  /** For its files. */
  folder: string
  /** Where PostgreSQL's primary is. */
  primary: { host: string; port: number }
  /** The database that it leads to, or `*` for all. */
  database: string
  /** The role that asks for the secrets of the others, and how. */
  auth: { user: string; password: string; query: string }
  poolSize: number
  /** How long a statement waits for a connection. */
  waitSeconds: number
}

export interface Pooler extends Part {
  port: number
  /** The same address through the pooler. */
  through(url: string): string
}

/** The query of `deploy/pgbouncer/setup.sql`. */
export const AUTH_QUERY = 'select username, secret from pooler.secret_of($1)'

/** Starts PgBouncer with the configuration of `deploy/pgbouncer`. */
export async function startPooler({
  folder,
  primary,
  database,
  auth,
  poolSize,
  waitSeconds,
}: Options): Promise<Pooler> {
  const port = await freePort()
  const launcher = findLauncher(folder)
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'pgbouncer.ini')
  const userlist = join(folder, 'userlist.txt')
  await writeFile(userlist, `"${auth.user}" "${auth.password}"\n`, { mode: 0o600 })
  const values = { database, primaryHost: primary.host, primaryPort: primary.port, host: '127.0.0.1', port }
  const more = { userlist, authUser: auth.user, authQuery: auth.query, poolSize, waitSeconds }
  await writeFile(file, await fillTemplate('pgbouncer/pgbouncer.ini', { ...values, ...more }), { mode: 0o600 })
  if (launcher.owner) {
    await chmod(folder, 0o755)
    for (const path of [folder, userlist, file]) await chown(path, launcher.owner.uid, launcher.owner.gid)
  }
  const through = (url: string): string =>
    Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href
  const probe = `postgres://nobody:none@127.0.0.1:${port}/none`
  const part = await startPart({
    name: 'PgBouncer',
    words: () => [...launcher.prefix, '/usr/sbin/pgbouncer', file],
    // Gracefully it would wait for all clients.
    ending: 'SIGTERM',
    answers: () => speaks(probe),
  })
  return Object.assign(part, { port, through })
}

/** Whether something at this address speaks PostgreSQL's protocol: it refuses an account that nobody has. */
const speaks = (url: string): Promise<boolean> =>
  withClient(url, async () => true).catch((error: { code?: string }) => /^[0-9A-Z]{5}$/.test(error.code ?? ''))
