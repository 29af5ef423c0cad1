import { stat, statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Disk } from '#shared/features/monitors/monitors.contract.ts'

/** The disks that the server writes to, each once. */
export async function disksOf({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>): Promise<Disk[]> {
  const disks = new Map<number, Disk>()
  for (const [name, path] of [
    ['data', dataDir],
    ['backups', backupDir],
  ] as const) {
    try {
      const { dev } = await stat(path)
      if (disks.has(dev)) continue
      const { blocks, bavail, bsize } = await statfs(path)
      const [max, rest] = [blocks * bsize, bavail * bsize]
      disks.set(dev, { name, max, rest, restPPT: max > 0 ? Math.round((100 * (max - rest)) / max) : 0 })
    } catch {
      // The folder is made when it is first used.
    }
  }
  return [...disks.values()]
}
