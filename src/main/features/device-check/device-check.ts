import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Locale } from '#shared/i18n/locale.ts'
import type { TerminalSettings } from '#shared/ipc/contract.ts'
import { checkDisplay } from './display.check.ts'
import type { CheckIo, Finding } from './finding.ts'
import { checkNetwork } from './network.check.ts'
import { checkPrinter } from './printer.check.ts'
import { checkReaders } from './reader.check.ts'
import { checkSound } from './sound.check.ts'

const MIN_FREE_MB = 500
const MEGABYTE = 1024 * 1024

export interface DeviceCheck {
  /** The terminal's folder. */
  dir: string
  /** False where it has no settings of a terminal. */
  hasSettings: boolean
  settings: TerminalSettings
  serverUrl: string
  locale: Locale
  io: CheckIo
}

/** Tries everything that a counter needs, one after the other, with the terminal's own drivers and settings. */
export async function checkDevices({
  dir,
  hasSettings,
  settings,
  serverUrl,
  locale,
  io,
}: DeviceCheck): Promise<Finding[]> {
  return [
    ofSettings(dir, hasSettings),
    ofDisk(hasSettings ? dir : tmpdir()),
    ...(await checkNetwork(serverUrl, io.now)),
    ...(await checkReaders(settings.readers, locale, io)),
    ...(await checkPrinter(settings.printer, locale, io)),
    await checkDisplay(settings.customerDisplay),
    await checkSound(settings.muted),
  ]
}

const ofSettings = (dir: string, hasSettings: boolean): Finding =>
  hasSettings
    ? { part: 'computer', result: 'good', key: 'deviceCheck.settings.found' }
    : {
        part: 'computer',
        result: 'problem',
        key: 'deviceCheck.settings.missing',
        values: { dir },
        advice: 'deviceCheck.settings.missingAdvice',
      }

function ofDisk(dir: string): Finding {
  const { bavail, bsize } = statfsSync(dir)
  const free = Math.round((bavail * bsize) / MEGABYTE)
  const finding = { part: 'computer', key: 'deviceCheck.disk', values: { free } } as const
  return free < MIN_FREE_MB
    ? { ...finding, result: 'problem', advice: 'deviceCheck.diskAdvice' }
    : { ...finding, result: 'good' }
}
