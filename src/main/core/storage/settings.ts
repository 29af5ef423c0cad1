import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'

export interface SettingsOptions<S extends z.ZodObject> {
  path: string
  schema: S
  /** Increased for changes that defaults cannot cover. */
  version: number
  /** Migrates the content of an older version; it is validated afterwards. */
  migrate?: (content: unknown, fromVersion: number) => unknown
}

export interface Settings<T> {
  get(): T
  /** Merges the given fields, validates the result and writes it durably before it returns. */
  update(changes: Partial<T>): T
  /** Source of the content at the start; `backup` and `defaults` mean that the file was corrupt. */
  readonly source: 'file' | 'backup' | 'new' | 'defaults'
}

const Stored = z.object({ version: z.number().int(), settings: z.unknown() })

/** Opens the terminal's settings: a JSON file with its previous content as `.bak`, in case it is corrupt. */
export function openSettings<S extends z.ZodObject>(options: SettingsOptions<S>): Settings<z.output<S>> {
  const { path, schema, version } = options
  const backup = `${path}.bak`
  mkdirSync(dirname(path), { recursive: true })

  const fromFile = readSettings(path, options)
  const fromBackup = fromFile === undefined ? readSettings(backup, options) : undefined
  const isNew = !exists(path) && !exists(backup)
  const source = fromFile !== undefined ? 'file' : fromBackup !== undefined ? 'backup' : isNew ? 'new' : 'defaults'
  let current: z.output<S> = fromFile ?? fromBackup ?? schema.parse({})
  // A corrupt file is renamed for support and must never replace the good backup.
  let fileIsGood = fromFile !== undefined
  if (!fileIsGood && exists(path)) renameSync(path, `${path}.broken`)

  return {
    get: () => current,
    update(changes) {
      const next = schema.parse({ ...current, ...changes })
      if (fileIsGood) renameSync(path, backup)
      fileIsGood = false
      writeDurably(path, `${JSON.stringify({ version, settings: next }, null, 2)}\n`)
      fileIsGood = true
      current = next
      return next
    },
    source,
  }
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined

function readSettings<S extends z.ZodObject>(
  path: string,
  { schema, version, migrate }: SettingsOptions<S>,
): z.output<S> | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stored = Stored.parse(JSON.parse(text))
    // Settings of a newer release are not used: the backup or the defaults are safer.
    if (stored.version > version) return undefined
    const content = stored.version < version && migrate ? migrate(stored.settings, stored.version) : stored.settings
    return schema.parse(content)
  } catch {
    return undefined
  }
}
