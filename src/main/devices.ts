import type { Clock } from '#main/core/clock.ts'
import type { Events } from '#main/core/events.ts'
import type { Log } from '#main/core/log.ts'
import { createCardReaders, createScanRouter } from '#main/features/card-reader/index.ts'
import { createCustomerDisplay } from '#main/features/customer-display/index.ts'
import type { TerminalSettingsStore } from '#main/features/settings/index.ts'
import { scanRulesOf } from '#shared/features/scans/index.ts'
import type { TerminalEvents } from './terminal-events.ts'

interface DevicesDeps {
  settings: TerminalSettingsStore
  events: Events<TerminalEvents>
  clock: Clock
  log: Log
}

/** The devices of the counter besides the printer: readers, the router for their scans, and the customer display. */
export function openDevices({ settings, events, clock, log }: DevicesDeps) {
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
  const display = createCustomerDisplay({ settings: () => settings.get().customerDisplay, clock, log })
  return { router, readers, display }
}

export type Devices = ReturnType<typeof openDevices>
