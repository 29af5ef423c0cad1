import type { Clock } from '#main/core/clock.ts'
import type { Events } from '#main/core/events.ts'
import type { Log } from '#main/core/log.ts'
import { createCardReaders, createScanRouter } from '#main/features/card-reader/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import { scanRulesOf } from '#shared/features/scans/index.ts'
import type { TerminalEvents } from './terminal-events.ts'

interface ScansDeps {
  settings: TerminalSettingsStore
  events: Events<TerminalEvents>
  clock: Clock
  log: Log
}

/** All ways in which something is scanned, and the one place where they meet. */
export function openScans({ settings, events, clock, log }: ScansDeps) {
  const router = createScanRouter({
    clock,
    rules: () => scanRulesOf(settings.get().keyboard),
    onScan: (scan) => events.emit('scanned', scan),
  })
  const readers = createCardReaders({
    settings: () => settings.get().readers,
    clock,
    log,
    onScan: router.submit,
    onStatus: () => events.emit('devicesChanged', undefined),
  })
  return { router, readers }
}
