import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#main/core/clocks/clock.ts'
import { type CardReaders, createCardReaders } from '#main/features/card-reader/index.ts'
import { maskCardNumber } from '#shared/features/scans/index.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import type { ReaderSettings, ReaderStatus } from '#shared/ipc/devices.ts'
import type { CheckIo, Finding } from './finding.ts'

const OPEN_LIMIT_MS = 3000
const LOOK_MS = 50

const quiet = { info: () => undefined, warn: () => undefined }

/** Which readers are connected, and whether those of the settings open and read a card. */
export async function checkReaders(
  settings: readonly ReaderSettings[],
  locale: Locale,
  io: CheckIo,
): Promise<Finding[]> {
  /** The last card of each reader; only its end is reported. */
  let read = ''
  const readers = createCardReaders({
    settings: () => settings,
    clock: systemClock,
    log: quiet,
    onScan: ({ value }) => {
      read = value
    },
    onStatus: () => undefined,
  })
  try {
    const findings = await found(readers)
    await readers.applySettings()
    for (const { link, path } of settings) {
      const status = () => readers.status().find((one) => one.link === link && one.path === path)
      read = ''
      findings.push(await checkOne({ path, status, read: () => read, locale, io }))
    }
    return findings
  } finally {
    await readers.close()
  }
}

async function found(readers: CardReaders): Promise<Finding[]> {
  const { found: devices, missing } = await readers.find()
  const names = devices.map(({ name, path }) => name || path).join(', ')
  const listed: Finding =
    names === ''
      ? { part: 'reader', result: 'unsure', key: 'deviceCheck.reader.noneFound' }
      : { part: 'reader', result: 'good', key: 'deviceCheck.reader.found', values: { names } }
  return [
    listed,
    ...missing.map(({ link, reason }): Finding => {
      const [key, advice] = ['deviceCheck.reader.missing', 'deviceCheck.reader.missingAdvice'] as const
      return { part: 'reader', result: 'unsure', key, values: { link, reason }, advice }
    }),
  ]
}

interface One {
  path: string
  status(): ReaderStatus | undefined
  read(): string
  locale: Locale
  io: CheckIo
}

/** Whether something becomes true in the given time. */
async function becomesTrue(ms: number, isTrue: () => boolean): Promise<boolean> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    if (isTrue()) return true
    await sleep(LOOK_MS)
  }
  return isTrue()
}

async function checkOne({ path, status, read, locale, io }: One): Promise<Finding> {
  if (!(await becomesTrue(OPEN_LIMIT_MS, () => status()?.state === 'ready'))) {
    const state = text(locale, `device.state.${status()?.state ?? 'off'}`)
    const [key, advice] = ['deviceCheck.reader.lost', 'deviceCheck.reader.lostAdvice'] as const
    return { part: 'reader', result: 'problem', key, values: { path, state }, advice }
  }
  const seconds = io.swipeSeconds
  if (seconds === 0) return { part: 'reader', result: 'good', key: 'deviceCheck.reader.opens', values: { path } }
  io.report('deviceCheck.reader.swipe', { path, seconds })
  const hasRead = () => (status()?.scans ?? 0) > 0
  if (await becomesTrue(seconds * 1000, hasRead)) {
    const values = { path, card: maskCardNumber(read()) }
    return { part: 'reader', result: 'good', key: 'deviceCheck.reader.reads', values }
  }
  const count = status()?.garbled ?? 0
  if (count > 0) {
    const [key, advice] = ['deviceCheck.reader.garbled', 'deviceCheck.reader.garbledAdvice'] as const
    return { part: 'reader', result: 'problem', key, values: { path, count }, advice }
  }
  return { part: 'reader', result: 'unsure', key: 'deviceCheck.reader.silent', values: { path, seconds } }
}
