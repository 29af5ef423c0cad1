import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { withClient } from '#server/db/roles.ts'

export interface CitusCluster {
  /** The owner's address of the database at the coordinator. */
  ownerUrl: string
  /** Creates the extension on all nodes and adds the workers to the coordinator. */
  join(): Promise<void>
  stop(): Promise<void>
}

/** Where Debian installs PostgreSQL servers, each below its major version. */
const FOLDER = '/usr/lib/postgresql'
const WORKERS = 2

/** The programs of a PostgreSQL that has the extension; undefined where none has. */
export const citusBinaries = (): string | undefined =>
  (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .map((version) => join(FOLDER, version))
    .filter((folder) => existsSync(join(folder, 'lib', 'citus.so')))
    .map((folder) => join(folder, 'bin'))[0]

const SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: 100,
  'citus.node_conninfo': 'sslmode=disable',
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  'citus.shard_count': 2,
}

/** Starts a coordinator and two workers, as three plain databases at first. */
export async function startCitusCluster(binaries: string): Promise<CitusCluster> {
  const nodes = await Promise.all(
    Array.from({ length: 1 + WORKERS }, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-citus-'))
      const postgres = await startEmbeddedPostgres({ dataDir, fsync: false, binaries, settings: SETTINGS })
      // Nodes call each other in the name of the caller, whose password they do not have.
      await writeFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
      await withClient(postgres.ownerUrl, (owner) => owner.query('select pg_reload_conf()'))
      return { dataDir, ...postgres }
    }),
  )
  const [coordinator, ...workers] = nodes
  if (!coordinator) throw new Error('there is no coordinator')
  const portOf = ({ ownerUrl }: { ownerUrl: string }): number => Number(new URL(ownerUrl).port)
  return {
    ownerUrl: coordinator.ownerUrl,
    async join() {
      for (const { ownerUrl } of nodes) await withClient(ownerUrl, (owner) => owner.query('create extension citus'))
      await withClient(coordinator.ownerUrl, async (owner) => {
        await owner.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [portOf(coordinator)])
        for (const worker of workers) await owner.query(`select citus_add_node('127.0.0.1', $1)`, [portOf(worker)])
      })
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all(nodes.map(({ dataDir }) => rm(dataDir, { recursive: true, force: true })))
    },
  }
}
