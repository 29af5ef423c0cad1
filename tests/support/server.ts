import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { createLogger } from '#server/core/log.ts'
import type { Deps, Slice } from '#server/core/slice.ts'
import { DEMO_PASSWORD } from '#server/db/seed/access.ts'
import { startServer } from '#server/server.ts'
import { type Api, api } from '#shared/api.ts'
import { type Client, createClient } from '#shared/core/client.ts'
import { type Method, TOKEN_HEADER } from '#shared/core/route.ts'
import type { CurrentUser } from '#shared/features/access/access.schema.ts'
import { type Sign, transport } from './faults/transport.ts'
import { createTestDatabase, type TestDatabase } from './postgres/postgres.ts'

export type TestClient = Client<Api> & { token: string; user: CurrentUser }

export interface TestCopy {
  url: string
  deps: Deps
  /** Everything this copy logged, as lines of JSON. */
  logs: string[]
  /** The typed client with a token, or without one; a terminal's signs its calls. */
  client(token?: string, language?: string, sign?: Sign): Client<Api>
  /** Signs a demo account in, at a store where it has several. */
  signIn(username: string, orgCode?: string): Promise<TestClient>
  /** A raw request, for what the typed client cannot express. */
  request(path: string, init?: RequestInit & { token?: string }): Promise<Response>
  /** Whether a call is mounted, by its pattern. */
  has(method: Method, url: string): boolean
  stop(): Promise<void>
}

export interface TestServer extends TestCopy {
  database: TestDatabase
  clock: TestClock
  /** Another copy of the server on the same database, with the same clock. */
  startCopy(config?: Partial<Config>): Promise<TestCopy>
}

/** One for all copies, whatever folder each has. */
const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

interface TestClock {
  now: () => Date
  set(at: Date): void
  advance(milliseconds: number): void
  /** Stops the clock during some work, so that no wait ends meanwhile on a slow machine. */
  stopDuring<T>(work: () => Promise<T>): Promise<T>
}

/** A clock that runs with the real one until it is moved. */
function testClock(): TestClock {
  let offset = 0
  let stopped: Date | undefined
  return {
    now: () => stopped ?? new Date(Date.now() + offset),
    set: (at) => {
      offset = at.getTime() - Date.now()
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
    async stopDuring(work) {
      stopped = new Date(Date.now() + offset)
      try {
        return await work()
      } finally {
        stopped = undefined
      }
    },
  }
}

interface Parts {
  database: TestDatabase
  clock: () => Date
  config: Partial<Config>
  slices: readonly Slice[]
}

async function startCopy({ database, clock, config: given, slices }: Parts): Promise<TestCopy> {
  const logs: string[] = []
  const log = createLogger('trace', { write: (line: string) => void logs.push(line) })
  const config = {
    ...readConfig({
      PORT: '0',
      PITLANE_DATABASE_CONNECTIONS: '6',
      PITLANE_LIST_CONNECTIONS: '3',
      // Benchmarks measure how fast a list is: on a loaded machine one may be slow and correct.
      PITLANE_LIST_SECONDS: '60',
      PITLANE_LOG_LEVEL: 'trace',
      PITLANE_JOBS: '0',
      PITLANE_MQTT_URL: 'off',
      PITLANE_SECRETS_KEY: TEST_SECRETS_KEY,
    }),
    ...given,
  }
  const { appUrl, listenUrl = appUrl, replicaUrl } = database
  const login = { poolUrl: appUrl, directUrl: listenUrl, ...(replicaUrl ? { replicaUrl } : {}) }
  const { app, url, deps, stop } = await startServer({
    config,
    login,
    ownerUrl: database.ownerUrl,
    log,
    clock,
    moreSlices: slices,
  })
  const client = (token?: string, language?: string, sign?: Sign) =>
    createClient(api, transport(url, token, language, sign))
  return {
    url,
    deps,
    logs,
    client,
    stop,
    async signIn(username, orgCode) {
      const { result } = await client().signIn.login({ body: { username, password: DEMO_PASSWORD } })
      const signedIn = client(result.token)
      let user = result.userInfo
      if (orgCode !== undefined && orgCode !== user.orgCode) {
        user = (await signedIn.signIn.selectDepart({ body: { orgCode } })).result.userInfo
      }
      return { ...signedIn, token: result.token, user }
    },
    has: (method, url) => app.hasRoute({ method, url }),
    request: (path, { token, ...init } = {}) =>
      fetch(`${url}${path}`, { ...init, headers: { ...(token ? { [TOKEN_HEADER]: token } : {}), ...init.headers } }),
  }
}

/** The real server on a free port, with its own database of the demo venue; `slices` adds the test's own. */
export async function startTestServer(
  config: Partial<Config> = {},
  slices: readonly Slice[] = [],
  given?: TestDatabase,
): Promise<TestServer> {
  const database = given ?? (await createTestDatabase())
  const clock = testClock()
  const parts = { database, clock: clock.now, slices }
  // Copies share a folder; servers of other tests have another, like their database.
  const dataDir = mkdtempSync(join(tmpdir(), 'pitlane-test-'))
  const copies = [await startCopy({ ...parts, config: { dataDir, ...config } })] as [TestCopy, ...TestCopy[]]
  return {
    ...copies[0],
    database,
    clock,
    async startCopy(other = {}) {
      const copy = await startCopy({ ...parts, config: { dataDir, ...config, ...other } })
      copies.push(copy)
      return copy
    },
    async stop() {
      await Promise.all(copies.map((copy) => copy.stop()))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
