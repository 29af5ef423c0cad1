import { readdir } from 'node:fs/promises'

/** The name of a finished backup; files with other names are incomplete or not ours. */
const NAME = /^pitlane-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(\.age)?$/
const DAY_MS = 86_400_000

export const isFinished = (name: string): boolean => NAME.test(name)

export const isEncrypted = (name: string): boolean => name.endsWith('.age')

export const nameOf = (at: Date, isEncrypted: boolean): string =>
  `pitlane-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.age' : ''}`

/** The names of the finished backups in a folder, the oldest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter(isFinished).sort()

/** The backups to remove, of sorted names: those older than the days to keep, but never the last one. */
export function oldOf(names: readonly string[], keepDays: number, now: Date): string[] {
  const before = now.getTime() - keepDays * DAY_MS
  return names.slice(0, -1).filter((name) => madeAt(name).getTime() < before)
}

const madeAt = (name: string): Date => {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return new Date(`${day}T${hour}:${minute}:${second}Z`)
}
