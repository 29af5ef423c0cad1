import type { PanelKind } from '#shared/features/display/screens.schema.ts'
import type {
  HealthItem,
  HealthKind,
  HealthState,
  Trouble,
  TroubleKind,
} from '#shared/features/health/venue-health.contract.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A terminal reports every 20 s; two lost reports are tolerated. */
export const HEARD_MS = 75_000
const UNSENT_MS = 5 * MINUTE
/** A counter with an open shift is expected to be online; this allows a restart. */
const IN_USE_SILENT_MS = 10 * MINUTE
const SCREEN_SILENT_MS = 3 * MINUTE
const TODAY_MS = 12 * HOUR
const BATTERY_LOW = 15
const JOB_LATE_MS = 10 * MINUTE
/** Longer than from one nightly backup to the next: one is missing. */
const BACKUP_OLD_MS = 36 * HOUR
/** A printer that is just being opened, or that is not configured, is not broken. */
const BROKEN = new Set(['lost', 'error'])

interface OfStore {
  id: string
  orgCode: string
  storeName: string
}

export interface TerminalFacts extends OfStore {
  name: string
  seenAt: Date
  version: string
  reportedAt: Date | null
  report: TerminalReport | null
  /** Whether its drawer has an open shift. */
  isInUse: boolean
}
export interface VehicleFacts extends OfStore {
  name: string
  connected: boolean
  heartbeatAt: Date | null
  battery: number | null
  fault: string
  isRunning: boolean
}
export interface ScreenFacts extends OfStore {
  name: string
  seenAt: Date
  shows: PanelKind[]
  /** A TV that signs in, in contrast to a browser window. */
  isTv: boolean
  isPermitted: boolean
  /** Whether a run is active in its store. */
  isRacing: boolean
}
export interface KioskFacts extends OfStore {
  name: string
  seenAt: Date
  /** Whether a run is active in its store. */
  isRacing: boolean
}
export interface MoneyFacts extends OfStore {
  payments: number
  oldestPayment: Date | null
  refunds: number
  oldestRefund: Date | null
}
export interface StopFacts extends OfStore {
  stoppedAt: Date
  stoppedBy: string
}
export interface JobFacts {
  jobName: string
  nextRunAt: Date | null
  state: string | null
  result: string
  endedAt: Date | null
}
export interface BackupFacts {
  lastDone: { endedAt: Date; bytes: number; encrypted: boolean } | null
  lastFailed: { endedAt: Date; reason: string } | null
  /** Since when one could exist. */
  expectedSince: Date
}

export interface StoreFacts {
  terminals: readonly TerminalFacts[]
  vehicles: readonly VehicleFacts[]
  screens: readonly ScreenFacts[]
  kiosks: readonly KioskFacts[]
  money: readonly MoneyFacts[]
  stops: readonly StopFacts[]
}

export interface SystemFacts {
  jobs: readonly JobFacts[]
  backups: BackupFacts
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null
const trouble = (
  what: TroubleKind,
  state: Trouble['state'],
  { since = null, detail = '', count = 1 }: { since?: Date | null; detail?: string; count?: number } = {},
): Trouble => ({ what, state, since: iso(since), detail, count })

const worst = (troubles: readonly Trouble[], otherwise: HealthState): HealthState =>
  troubles.some(({ state }) => state === 'bad') ? 'bad' : troubles.length > 0 ? 'warn' : otherwise

const item = (
  kind: HealthKind,
  { id, orgCode, storeName }: OfStore,
  troubles: readonly Trouble[],
  rest: Partial<HealthItem> & { name: string; lastTime: string | null },
  otherwise: HealthState = 'well',
): HealthItem => ({
  kind,
  id,
  sysOrgCode: orgCode,
  sysOrgCode_dictText: storeName,
  state: worst(troubles, otherwise),
  troubles: troubles.toSorted((one, other) => Number(other.state === 'bad') - Number(one.state === 'bad')),
  ...rest,
})

/** The parts of stores with their problems. */
export const partsOf = (facts: StoreFacts, now: Date): HealthItem[] => [
  ...facts.stops.map(stopOf),
  ...facts.terminals.map((one) => terminalOf(one, now)),
  ...gatewaysOf(facts.vehicles, now),
  ...facts.vehicles.map(vehicleOf),
  ...facts.screens.map((one) => screenOf(one, now)),
  ...facts.kiosks.map((one) => kioskOf(one, now)),
  ...facts.money.map((one) => moneyOf(one)),
]

/** The parts that belong to no store, with their problems. */
export const systemPartsOf = ({ jobs, backups }: SystemFacts, now: Date): HealthItem[] => [
  ...jobs.map((one) => jobOf(one, now)),
  backupOf(backups, now),
]

const rank: Record<HealthState, number> = { bad: 0, warn: 1, well: 2, off: 3 }
export const worstFirst = (items: readonly HealthItem[]): HealthItem[] =>
  items.toSorted((one, other) => rank[one.state] - rank[other.state])

const stopOf = (one: StopFacts): HealthItem =>
  item('emergency', one, [trouble('emergencyStop', 'bad', { since: one.stoppedAt })], {
    name: one.stoppedBy,
    lastTime: iso(one.stoppedAt),
  })

/** A counter that is off is no problem, except for entries it has not sent, an open shift and an update that failed. */
function terminalOf(one: TerminalFacts, now: Date): HealthItem {
  const { report, reportedAt, seenAt } = one
  const lastAt = reportedAt && reportedAt > seenAt ? reportedAt : seenAt
  const isHeard = now.getTime() - lastAt.getTime() < HEARD_MS
  const oldest =
    report && reportedAt && report.oldestSeconds !== null
      ? new Date(reportedAt.getTime() - report.oldestSeconds * 1000)
      : null
  const troubles = report ? reportedTroubles(report, oldest, isHeard, now) : []
  if (!isHeard && report && report.waiting > 0)
    troubles.unshift(trouble('terminalSilent', 'bad', { since: lastAt, count: report.waiting }))
  else if (one.isInUse && now.getTime() - lastAt.getTime() > IN_USE_SILENT_MS)
    troubles.unshift(trouble('terminalMissing', 'warn', { since: lastAt }))
  const reported = report && {
    printer: report.printer.state,
    printerProblem: report.printer.problem,
    readers: report.readers,
    waiting: report.waiting,
    refused: report.refused,
    oldestTime: iso(oldest),
  }
  return item(
    'terminal',
    one,
    troubles,
    { name: one.name, version: one.version, lastTime: iso(lastAt), ...reported },
    isHeard ? 'well' : 'off',
  )
}

function reportedTroubles(report: TerminalReport, oldest: Date | null, isHeard: boolean, now: Date): Trouble[] {
  const { printer, readers, waiting, refused, storageProblem, clockBehind, update } = report
  const found: Trouble[] = []
  if (refused > 0) found.push(trouble('terminalRefused', 'warn', { count: refused }))
  if (printer.unknown > 0) found.push(trouble('terminalPrintUnknown', 'warn', { count: printer.unknown }))
  if (update && update.state !== 'waiting')
    found.push(trouble('terminalUpdate', 'warn', { detail: `${update.state} ${update.version}` }))
  // The last device state of a terminal that is off is outdated.
  if (!isHeard) return found
  if (waiting > 0 && oldest && now.getTime() - oldest.getTime() > UNSENT_MS)
    found.push(trouble('terminalUnsent', 'bad', { since: oldest, count: waiting }))
  if (storageProblem !== '') found.push(trouble('terminalStorage', 'bad', { detail: storageProblem }))
  if (printer.problem !== 'none' || BROKEN.has(printer.state))
    found.push(
      trouble('terminalPrinter', 'warn', { detail: printer.problem === 'none' ? printer.state : printer.problem }),
    )
  const lost = readers.filter((state) => BROKEN.has(state))
  if (lost.length > 0) found.push(trouble('terminalReader', 'warn', { count: lost.length, detail: lost[0] ?? '' }))
  if (clockBehind !== 0) found.push(trouble('terminalClock', 'warn', { count: Math.abs(clockBehind) }))
  return found
}

/** One entry for the connection to the vehicles, for each store with boxes. */
function gatewaysOf(vehicles: readonly VehicleFacts[], now: Date): HealthItem[] {
  const stores = Map.groupBy(vehicles, ({ orgCode }) => orgCode)
  return [...stores.values()].map((all) => {
    const [first] = all as [VehicleFacts]
    const heard = all.filter(({ connected }) => connected).length
    const last = new Date(Math.max(0, ...all.map(({ heartbeatAt }) => heartbeatAt?.getTime() ?? 0)))
    // Vehicles are switched off at night; only if one is driving, silence of all of them is a problem.
    const isLost = heard === 0 && all.some(({ isRunning }) => isRunning) && all.length > 1
    const troubles = isLost ? [trouble('gatewaySilent', 'bad', { since: last, count: all.length })] : []
    const lastTime = last.getTime() === 0 || last > now ? null : iso(last)
    const gateway = { id: `gateway ${first.orgCode}`, orgCode: first.orgCode, storeName: first.storeName }
    return item(
      'gateway',
      gateway,
      troubles,
      { name: first.storeName, lastTime, heard, total: all.length },
      heard > 0 ? 'well' : 'off',
    )
  })
}

function vehicleOf(one: VehicleFacts): HealthItem {
  const troubles: Trouble[] = []
  if (one.isRunning && !one.connected) troubles.push(trouble('vehicleSilentInRun', 'bad', { since: one.heartbeatAt }))
  if (one.fault !== '') troubles.push(trouble('vehicleFault', 'bad', { detail: one.fault }))
  if (one.connected && one.battery !== null && one.battery <= BATTERY_LOW)
    troubles.push(trouble('vehicleBattery', 'warn', { count: one.battery }))
  return item(
    'vehicle',
    one,
    troubles,
    { name: one.name, lastTime: iso(one.heartbeatAt), battery: one.battery },
    one.connected ? 'well' : 'off',
  )
}

/** Screens are switched off with the venue: a screen is missing if it was online today and a ride is running. */
function screenOf({ name, seenAt, shows, isTv, isPermitted, isRacing, ...one }: ScreenFacts, now: Date): HealthItem {
  const silentMs = now.getTime() - seenAt.getTime()
  const isHeard = silentMs < HEARD_MS
  const troubles: Trouble[] = []
  if (isTv && silentMs < TODAY_MS) {
    if (!isPermitted) troubles.push(trouble('screenNoPermit', 'warn', { since: seenAt }))
    else if (isRacing && silentMs > SCREEN_SILENT_MS) troubles.push(trouble('screenSilent', 'warn', { since: seenAt }))
  }
  return item('screen', one, troubles, { name, lastTime: iso(seenAt), shows }, isHeard ? 'well' : 'off')
}

/** As with screens: a kiosk is missing if it was online today and a ride is running. */
function kioskOf({ name, seenAt, isRacing, ...one }: KioskFacts, now: Date): HealthItem {
  const silentMs = now.getTime() - seenAt.getTime()
  const isMissed = isRacing && silentMs > SCREEN_SILENT_MS && silentMs < TODAY_MS
  const troubles = isMissed ? [trouble('kioskSilent', 'warn', { since: seenAt })] : []
  return item('kiosk', one, troubles, { name, lastTime: iso(seenAt) }, silentMs < HEARD_MS ? 'well' : 'off')
}

function moneyOf({ payments, oldestPayment, refunds, oldestRefund, ...one }: MoneyFacts): HealthItem {
  const troubles: Trouble[] = []
  if (payments > 0) troubles.push(trouble('paymentUnresolved', 'bad', { since: oldestPayment, count: payments }))
  if (refunds > 0) troubles.push(trouble('refundOwed', 'warn', { since: oldestRefund, count: refunds }))
  return item('payment', one, troubles, { name: one.storeName, lastTime: null })
}

const ofSystem = (id: string): OfStore => ({ id, orgCode: '', storeName: '' })

function jobOf({ jobName, nextRunAt, state, result, endedAt }: JobFacts, now: Date): HealthItem {
  const troubles: Trouble[] = []
  if (state === 'failed') troubles.push(trouble('jobFailed', 'bad', { since: endedAt, detail: result }))
  if (nextRunAt && now.getTime() - nextRunAt.getTime() > JOB_LATE_MS)
    troubles.push(trouble('jobLate', 'bad', { since: nextRunAt }))
  return item('job', ofSystem(jobName), troubles, { name: jobName, lastTime: iso(endedAt) })
}

function backupOf({ lastDone, lastFailed, expectedSince }: BackupFacts, now: Date): HealthItem {
  const troubles: Trouble[] = []
  const isOld = (at: Date) => now.getTime() - at.getTime() > BACKUP_OLD_MS
  if (lastFailed && !(lastDone && lastDone.endedAt > lastFailed.endedAt))
    troubles.push(trouble('backupFailed', 'bad', { since: lastFailed.endedAt, detail: lastFailed.reason }))
  if (lastDone ? isOld(lastDone.endedAt) : isOld(expectedSince))
    troubles.push(trouble(lastDone ? 'backupOld' : 'backupNever', 'bad', { since: lastDone?.endedAt ?? expectedSince }))
  const reported = lastDone ? { bytes: lastDone.bytes, encrypted: lastDone.encrypted } : {}
  return item(
    'backup',
    ofSystem('backup'),
    troubles,
    { name: '', lastTime: iso(lastDone?.endedAt ?? null), ...reported },
    lastDone ? 'well' : 'off',
  )
}
