import type { Clock } from '#main/core/clock.ts'
import {
  acceptRead,
  classifyScan,
  defaultScanRules,
  noReads,
  type RawScan,
  repeatWindowOf,
  type ScanRules,
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
      // Typed input is never a repeat; only devices repeat reads.
      if (raw.source !== 'manual') {
        const step = acceptRead(reads, value, at, repeatWindowOf({ kind, source: raw.source }))
        reads = step.reads
        if (!step.accepted) return
      }
      deps.onScan({ kind, value, source: raw.source, at: new Date(at).toISOString() })
    },
  }
}

export type ScanRouter = ReturnType<typeof createScanRouter>
