import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { withClient } from '#server/db/roles.ts'
import { median } from './stats.ts'

export interface Machine {
  cores: number
  model: string
  memoryGb: number
  system: string
  node: string
  postgres: string
  fsync: string
  synchronousCommit: string
  fileSystem: string
  fsyncMs: number
  /** The load average of the last minute. */
  load: number
}

const FILE_SYSTEMS: Record<string, string> = {
  ef53: 'ext4',
  '9123683e': 'btrfs',
  '58465342': 'xfs',
  '794c7630': 'overlay',
  '1021994': 'tmpfs (memory!)',
}

/** The machine that the figures depend on; `load` is measured before the benchmarks start processes. */
export async function describeMachine(folder: string, ownerUrl: string, load: number): Promise<Machine> {
  const processors = cpus()
  const settings = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: string; fsync: string; commit: string }>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commit`,
    )
    return rows[0]
  })
  const type = (await statfs(folder)).type.toString(16)
  return {
    cores: processors.length,
    model: processors[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.versions.node,
    postgres: settings?.version ?? '?',
    fsync: settings?.fsync ?? '?',
    synchronousCommit: settings?.commit ?? '?',
    fileSystem: FILE_SYSTEMS[type] ?? `type 0x${type}`,
    fsyncMs: fsyncTime(folder),
    load,
  }
}

export const presentLoad = (): number => Number((loadavg()[0] ?? 0).toFixed(2))

function fsyncTime(folder: string): number {
  const path = join(folder, 'fsync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(8192, 1)
  const times: number[] = []
  for (let count = 0; count < 100; count++) {
    const began = performance.now()
    writeSync(file, page)
    fsyncSync(file)
    times.push(performance.now() - began)
  }
  closeSync(file)
  rmSync(path)
  return median(times)
}
