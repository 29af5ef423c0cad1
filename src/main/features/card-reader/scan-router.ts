import type { Clock } from '#main/core/clocks/clock.ts'
import {
  classifyScan,
  defaultScanRules,
  noReads,
  type RawScan,
  type ScanRules,
  scanOfRead,
} from '#shared/features/scans/index.ts'
import type { Scan } from '#shared/ipc/devices.ts'

export interface ScanRouterDeps {
  clock: Pick<Clock, 'now'>
  onScan(scan: Scan): void
  rules?: () => ScanRules
}

/** Receives the scans of all devices: classifies them and suppresses repeats across devices. */
export function createScanRouter(deps: ScanRouterDeps) {
  let reads = noReads
  return {
    submit(raw: RawScan): void {
      const at = deps.clock.now()
      const { kind, value } = classifyScan(raw, deps.rules?.() ?? defaultScanRules)
      const step = scanOfRead(reads, { kind, value, source: raw.source }, at)
      reads = step.reads
      if (step.scan) deps.onScan(step.scan)
    },
  }
}

export type ScanRouter = ReturnType<typeof createScanRouter>
