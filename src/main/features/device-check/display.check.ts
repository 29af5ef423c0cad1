import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '#main/core/clocks/clock.ts'
import { createCustomerDisplay } from '#main/features/customer-display/index.ts'
import type { CustomerDisplaySettings } from '#shared/ipc/customer-display.ts'
import type { Finding } from './finding.ts'

const OPEN_LIMIT_MS = 3000
const LOOK_MS = 50

/** Shows an amount on the customer display. */
export async function checkDisplay(settings: CustomerDisplaySettings): Promise<Finding> {
  const { path } = settings
  if (path === '') return { part: 'display', result: 'skipped', key: 'deviceCheck.display.none' }
  const display = createCustomerDisplay({
    settings: () => settings,
    clock: systemClock,
    log: { info: () => undefined },
  })
  try {
    await display.applySettings()
    for (let waited = 0; waited < OPEN_LIMIT_MS && display.state() !== 'ready'; waited += LOOK_MS) await sleep(LOOK_MS)
    const advice = 'deviceCheck.display.advice'
    if (display.state() !== 'ready')
      return { part: 'display', result: 'problem', key: 'deviceCheck.display.lost', values: { path }, advice }
    display.show({ kind: 'due', amount: 88.88 })
    return { part: 'display', result: 'unsure', key: 'deviceCheck.display.shows', values: { path }, advice }
  } finally {
    await display.close()
  }
}
