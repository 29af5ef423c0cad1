import type { SliceManifest } from '#server/core/slice.ts'
import { createClockLink } from './clock.link.ts'
import { dispatchRoutes } from './dispatch.routes.ts'
import { createLinkDriver } from './link.driver.ts'

/** Vehicles are told again what they missed, should a word between the copies of the server have been lost. */
const LOOK_MS = 15_000

const venue = ['hq', 'manager', 'coach', 'cashier'] as const

/** The floor while it is open: which vehicle runs for whom and how long, who waits, and what is done about it. */
export const dispatchManifest: SliceManifest = {
  name: 'dispatch',
  mount(app, deps) {
    dispatchRoutes(app, deps)
    if (!deps.config.jobs) return
    const driver = createLinkDriver(deps, createClockLink(deps.clock))
    deps.jobs.every(LOOK_MS, () => driver.follow())
    app.addHook('onClose', () => driver.close())
  },
  actions: {
    'dispatch:extend': venue,
    'dispatch:lap': venue,
    'dispatch:list': venue,
    'dispatch:stop': venue,
    'dispatch:swap': venue,
  },
  menus: [
    {
      id: 'menu-dispatch',
      title: 'menu.dispatch',
      icon: 'appstore',
      component: 'dispatch/SysDispatchBoard',
      url: '/dispatch/sysDispatchBoard',
      order: 11,
      modules: ['dispatch'],
      roles: venue,
    },
  ],
}
