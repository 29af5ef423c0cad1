import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { appLogin, withClient } from '#server/db/roles.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { api } from '#shared/api.ts'
import { createClient } from '#shared/core/client.ts'
import { TOKEN_HEADER } from '#shared/core/route.ts'
import type { LoginResult } from '#shared/features/sign-in/sign-in.contract.ts'
import { NO_SHIFTS } from '#tests/support/room.ts'
import { builtServer, type Running, startProgram } from './processes.ts'

export interface SignedInAs {
  user: LoginResult['userInfo']
  headers: Record<string, string>
}

/** A running server with its own database in the benchmark's PostgreSQL, filled with the demo venue. */
export interface Site {
  server: Running
  /** Connects as the owner, who sees all rows; for preparing and checking. */
  owner: pg.Client
  ownerUrl: string
  /** Connects as the server does, with row-level security. */
  appUrl: string
  signIn(username: string): Promise<SignedInAs>
  close(): Promise<void>
}

/** PostgreSQL as the product runs it, with fsync, for the whole run. */
export const startCluster = (folder: string): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ dataDir: join(folder, 'cluster') })

export async function openSite(
  cluster: EmbeddedPostgres,
  name: string,
  env: Record<string, string> = {},
): Promise<Site> {
  await withClient(cluster.ownerUrl, (client) => client.query(`create database ${name}`))
  const ownerUrl = Object.assign(new URL(cluster.ownerUrl), { pathname: `/${name}` }).href
  const server = await startProgram({
    script: builtServer,
    env: { DATABASE_URL: ownerUrl, PITLANE_DEMO: '1', PITLANE_MQTT_URL: 'off', ...env },
    readyPath: '/readyz',
  })
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(NO_SHIFTS)
  return {
    server,
    owner,
    ownerUrl,
    appUrl: (await appLogin(ownerUrl)).poolUrl,
    signIn: (username) => signIn(server.url, username),
    async close() {
      await server.stop()
      await owner.end()
      await withClient(cluster.ownerUrl, (client) => client.query(`drop database ${name} with (force)`))
    },
  }
}

async function signIn(url: string, username: string): Promise<SignedInAs> {
  const calls = createClient(api, async ({ method, path, body }) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    return response.json()
  })
  const { result } = await calls.signIn.login({ body: { username, password: DEMO_PASSWORD } })
  return { user: result.userInfo, headers: { [TOKEN_HEADER]: result.token } }
}

/** Runs analyze and checkpoint after inserting data, so that they do not happen during a round. */
export async function settle(owner: pg.Client): Promise<void> {
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}
