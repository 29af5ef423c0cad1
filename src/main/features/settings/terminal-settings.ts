import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Log } from '#main/core/log.ts'
import { writeDurably } from '#main/core/storage/durable-file.ts'
import { openSettings, type Settings } from '#main/core/storage/settings.ts'
import { stored } from '#main/core/storage/storage-errors.ts'
import { newId } from '#shared/core/id.ts'
import { StoredSettings, type TerminalSettings } from '#shared/ipc/contract.ts'

export interface TerminalSettingsStore {
  get(): TerminalSettings
  /** Writes the new settings durably before it returns; throws `storage.*` on failure. */
  write(next: TerminalSettings): TerminalSettings
  /** Server address: from the settings, else from the environment. */
  serverUrl(): string
}

export function openTerminalSettings(dir: string, startedWith: string, log: Log): TerminalSettingsStore {
  const settings: Settings<TerminalSettings> = openSettings({
    path: join(dir, 'settings.json'),
    schema: StoredSettings,
    version: 3,
    migrate: (content, fromVersion) => {
      const read = fromVersion < 2 ? withReaders(content) : content
      return fromVersion < 3 ? withoutPoorPrinter(read) : read
    },
  })
  if (settings.source === 'backup' || settings.source === 'defaults') {
    log.warn('the settings file was broken', { now: settings.source })
  }
  let isFirstStart = settings.source === 'new'
  const get = (): TerminalSettings => {
    const now = settings.get()
    return isFirstStart ? { ...now, station: { ...now.station, setUp: false } } : now
  }
  return {
    get,
    write(next) {
      const written = stored(() => settings.update(next))
      isFirstStart = false
      return written
    },
    serverUrl: () => get().serverUrl || startedWith,
  }
}

const OneReader = z.looseObject({ reader: z.object({ path: z.string() }).loose() })

/** Until version 2 a terminal had one reader, on a serial port. */
function withReaders(content: unknown): unknown {
  const old = OneReader.safeParse(content)
  if (!old.success) return content
  const { reader, ...others } = old.data
  return { ...others, readers: reader.path === '' ? [] : [reader] }
}

const PoorPrinter = z.looseObject({ printer: z.looseObject({ maker: z.enum(['daruma', 'brother']) }) })

/**
 * Until version 3 two makes without image support could be set, which printed Chinese as question marks. Users of
 * these must select another printer: commands of another make would print garbage.
 */
function withoutPoorPrinter(content: unknown): unknown {
  const old = PoorPrinter.safeParse(content)
  if (!old.success) return content
  const { printer, ...others } = old.data
  return { ...others, printer: { ...printer, maker: 'epson', transport: 'none' } }
}

/** Id of this terminal at the server; created at the first start and never changed. */
export function terminalId(dir: string, log: Log): string {
  const path = join(dir, 'terminal-id')
  try {
    const known = z.uuid().safeParse(readFileSync(path, 'utf8').trim())
    if (known.success) return known.data
  } catch {
    // The first start.
  }
  const id = newId()
  try {
    writeDurably(path, `${id}\n`)
  } catch (error) {
    log.error('the terminal id cannot be stored and lasts until the next start', { error })
  }
  return id
}
