import type { Clock } from '#main/core/clock.ts'
import {
  acceptRead,
  classifyScan,
  defaultScanRules,
  noReads,
  type RawScan,
  type ScanRules,
} from '#shared/features/scans/index.ts'
import type { Scan } from '#shared/ipc/devices.ts'

export interface ScanRouterDeps {
  clock: Pick<Clock, 'now'>
  onScan(scan: Scan): void
  rules?: () => ScanRules
}

/** The one place where scans of all devices meet: decides what each is, and drops the repeats of a card across devices. */
export function createScanRouter(deps: ScanRouterDeps) {
  let reads = noReads
  return {
    submit(raw: RawScan): void {
      const at = deps.clock.now()
      const { kind, value } = classifyScan(raw, deps.rules?.() ?? defaultScanRules)
      // What a person enters is meant each time; only devices repeat themselves.
      if (raw.source !== 'manual') {
        const step = acceptRead(reads, value, at)
        reads = step.reads
        if (!step.accepted) return
      }
      deps.onScan({ kind, value, source: raw.source, at: new Date(at).toISOString() })
    },
  }
}

export type ScanRouter = ReturnType<typeof createScanRouter>
