import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type LogFields = Record<string, unknown>

/** The terminal's log: one JSON object per line. Secrets, phones and card numbers never reach the file. */
export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

type Level = keyof Log
const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']

export interface LogOptions {
  /** Folder of `terminal.log` and its rotated files `terminal.log.1` and so on. */
  dir: string
  level?: Level
  maxBytes?: number
  /** Number of rotated files. */
  rotatedFiles?: number
  now?: () => Date
}

const SECRET_KEY = /token|password|passwd|secret|authorization|cookie|phone|mobile|card|apikey/i
// Card numbers have ten digits and phone numbers eleven, so any run of ten or more digits is masked.
// UUIDs stay, though a part of one may look like such a number.
const ID_OR_LONG_NUMBER = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{10,}/gi
const MAX_DEPTH = 6

const blank = (found: string): string => (found.includes('-') ? found : `***${found.slice(-2)}`)

/** Returns a copy of a value for the log: secrets redacted, long numbers cut to their last two digits. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replace(ID_OR_LONG_NUMBER, blank)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '[deep]'
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const shown = value instanceof Error ? errorFields(value) : value
  return Object.fromEntries(
    Object.entries(shown).map(([key, item]) => [
      key,
      SECRET_KEY.test(key) && typeof item !== 'boolean' ? '[redacted]' : redact(item, depth + 1),
    ]),
  )
}

const errorFields = (error: Error): LogFields => ({
  ...error,
  name: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause === undefined ? {} : { cause: error.cause }),
})

/** Opens the log file. Lines are written synchronously, so that none is lost in a crash. */
export function openLog({
  dir,
  level = 'info',
  maxBytes = 5_000_000,
  rotatedFiles = 3,
  now = () => new Date(),
}: LogOptions): Log {
  const path = join(dir, 'terminal.log')
  let size = 0
  try {
    mkdirSync(dir, { recursive: true })
    size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // Opening the data file reports an unwritable folder; the log must not stop the counter.
  }

  const rotate = () => {
    for (let index = rotatedFiles - 1; index >= 1; index -= 1) rename(`${path}.${index}`, `${path}.${index + 1}`)
    rename(path, `${path}.1`)
    size = 0
  }

  const write = (at: Level, message: string, fields: LogFields = {}) => {
    if (levels.indexOf(at) < levels.indexOf(level)) return
    try {
      const safe = redact(fields) as LogFields
      const line = `${JSON.stringify({ time: now().toISOString(), level: at, message: redact(message), ...safe })}\n`
      if (size > 0 && size + line.length > maxBytes) rotate()
      appendFileSync(path, line, { mode: 0o600 })
      size += Buffer.byteLength(line)
    } catch {
      // A full disk must not stop the counter either.
    }
  }

  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  }
}

function rename(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false })) renameSync(from, to)
}
