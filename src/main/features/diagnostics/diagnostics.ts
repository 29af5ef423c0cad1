import { readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '#main/core/clocks/clock.ts'
import { redact } from '#main/core/log.ts'
import type { Diagnosis } from '#shared/ipc/app.ts'
import type { ConnectionState, DevicesState, SyncItem, TerminalSettings } from '#shared/ipc/contract.ts'
import type { PrintItem } from '#shared/ipc/prints.ts'
import { type BundledFile, zipOf } from './zip.ts'

const LOG_FILE = /^terminal\.log(\.\d+)?$/
const LINES_SHOWN = 200
const MEGABYTE = 1024 * 1024

export interface DiagnosticsDeps {
  dir: string
  clock: Clock
  info: Pick<Diagnosis, 'version' | 'terminalId' | 'protectedBy'>
  settings(): TerminalSettings
  connection(): ConnectionState
  devices(): DevicesState
  starts(): SyncItem[]
  prints(): PrintItem[]
}

/** State of this terminal for the screen and, as a file, for support; without personal data. */
export function createDiagnostics(deps: DiagnosticsDeps) {
  const { dir, clock, info } = deps
  const startedAt = new Date(clock.now()).toISOString()

  function diagnose(): Diagnosis {
    const { version, terminalId, protectedBy } = info
    const { node, electron } = process.versions
    return {
      version,
      terminalId,
      protectedBy,
      runtime: `${process.platform} ${release()} ${process.arch}, Node ${node}${electron ? `, Electron ${electron}` : ''}`,
      startedAt,
      memoryMb: Math.round(process.memoryUsage.rss() / MEGABYTE),
      freeMb: freeMb(dir),
      dataMb: Math.round(sizeOf(dir) / MEGABYTE),
      log: textOf(join(dir, 'terminal.log')).trimEnd().split('\n').slice(-LINES_SHOWN),
    }
  }

  return {
    diagnose,

    async bundle() {
      const { log: _shown, ...diagnosis } = diagnose()
      const report = {
        takenAt: new Date(clock.now()).toISOString(),
        diagnosis,
        settings: withoutSecrets(deps.settings()),
        connection: { ...deps.connection(), serverUrl: addressOf(deps.connection().serverUrl) },
        devices: deps.devices(),
        starts: deps.starts().map(startInFigures),
        prints: deps.prints().map(({ jobId, copyNo, state, detail, createdAt }) => ({
          jobId,
          copyNo,
          state,
          detail,
          createdAt,
        })),
      }
      const logs = readdirSync(dir).filter((name) => LOG_FILE.test(name))
      const files: BundledFile[] = [
        { name: 'report.json', content: `${JSON.stringify(redact(report), null, 2)}\n` },
        ...logs.map((name) => ({ name, content: textOf(join(dir, name)) })),
      ]
      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return { name: `pitlane-${deps.settings().terminalName}-${day}.zip`, content: await zipOf(files) }
    },
  }
}

/** A URL may contain a user name and password. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

const withoutSecrets = (settings: TerminalSettings) => ({ ...settings, serverUrl: addressOf(settings.serverUrl) })

/** Outcome of a start, without personal data. */
const startInFigures = ({ id, state, ticketNo, serverTicket, startedAt, attempts, code, sentAt }: SyncItem) => ({
  id,
  state,
  ticketNo,
  serverTicket,
  startedAt,
  attempts,
  code,
  sentAt,
})

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Without a writable folder there is no log either.
    return ''
  }
}

function freeMb(dir: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return Math.round((bavail * bsize) / MEGABYTE)
  } catch {
    return null
  }
}

/** Files of the terminal, without those of Chromium. */
const sizeOf = (dir: string): number =>
  readdirSync(dir)
    .map((name) => statSync(join(dir, name), { throwIfNoEntry: false }))
    .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0)
