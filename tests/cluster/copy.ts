import { fileURLToPath } from 'node:url'
import { type Part, startPart } from './part.ts'

interface Options {
  name: string
  port: number
  /** Shared by all copies. */
  dataDir: string
  /** The owner's address, to the primary. */
  ownerUrl: string
  /** Where the server itself connects: the pooler, without an account. */
  appUrl: string
  /** Where it reads lists and reports: a standby, without an account. */
  replicaUrl: string
  env?: NodeJS.ProcessEnv
  /** The built server; by default its sources. */
  program?: string
}

export interface Copy extends Part {
  url: string
}

/** Starts a copy of the server and waits until it is ready. */
export async function startCopy({
  name,
  port,
  dataDir,
  ownerUrl,
  appUrl,
  replicaUrl,
  env = {},
  program = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url)),
}: Options): Promise<Copy> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const url = `http://127.0.0.1:${port}`
  const words = {
    PATH,
    NODE_COMPILE_CACHE,
    PORT: String(port),
    DATABASE_URL: ownerUrl,
    DATABASE_APP_URL: appUrl,
    DATABASE_REPLICA_URL: replicaUrl,
    PITLANE_DATA_DIR: dataDir,
    PITLANE_TRUSTED_PROXIES: '127.0.0.1',
    PITLANE_LOG_LEVEL: 'warn',
    // Each copy would have a broker of its own; a cluster has one for all (docs/cluster.md).
    PITLANE_MQTT_URL: 'off',
  }
  const part = await startPart({
    name,
    words: () => [process.execPath, '--disable-warning=ExperimentalWarning', program],
    env: { ...words, ...env },
    answers: () => fetch(`${url}/readyz`).then(({ ok }) => ok),
  })
  return Object.assign(part, { url })
}
