import type { SliceManifest } from '#server/core/slice.ts'
import { createCoinCounter } from '#server/features/coins/index.ts'
import { createClockLink, createLinkDriver } from '#server/features/dispatch/index.ts'
import { emergencyRoutes } from '#server/features/gateway/emergency/emergency.routes.ts'
import { startDemoFleet } from '#server/features/gateway/simulation/demo.fleet.ts'
import { startDemoRace } from '#server/features/gateway/simulation/demo.race.ts'
import { coinMachinesOf } from './coin.machines.ts'
import { combineLinks } from './combined.link.ts'
import { openGateway } from './gateway.service.ts'
import { vehicleBoxesRoutes } from './vehicle-boxes.routes.ts'

/** Periodic comparisons, in case notifications between copies of the server were lost. */
const COMPARE_MS = 15_000
const REFRESH_MS = 2000

const floor = ['hq', 'manager', 'coach', 'cashier'] as const

/** The gateway to vehicles: boxes, orders and reports, and emergency stops. */
export const gatewayManifest: SliceManifest = {
  name: 'gateway',
  async mount(app, deps) {
    const gateway = deps.config.jobs ? await openGateway(deps) : null
    emergencyRoutes(app, deps)
    vehicleBoxesRoutes(app, deps, gateway)
    if (!deps.config.jobs) return
    // The clock link ends timed runs, whether or not their vehicles are online.
    const clock = createClockLink(deps.clock)
    const driver = createLinkDriver(deps, gateway ? combineLinks([clock, gateway.link]) : clock)
    deps.jobs.every(COMPARE_MS, () => driver.sync())
    const counter = createCoinCounter(deps, gateway && coinMachinesOf(deps, gateway.link))
    if (gateway) deps.jobs.every(REFRESH_MS, () => gateway.refresh())
    const demo = gateway && deps.config.demo ? await startDemoFleet(deps, gateway) : null
    const race = demo && startDemoRace(app, deps)
    app.addHook('onClose', async () => {
      race?.stop()
      await demo?.stop()
      await driver.close()
      await counter.close()
      await gateway?.close()
    })
  },
  actions: {
    // Everyone on the floor may stop vehicles; releasing them is for those responsible for the floor.
    'emergency:stop': floor,
    'emergency:release': ['hq', 'manager', 'coach'],
    'vehiclebox:access': ['hq', 'manager'],
    'vehiclebox:limit': ['hq', 'manager', 'coach'],
  },
  topics: ['emergency'],
}
