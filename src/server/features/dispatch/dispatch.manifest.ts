import type { SliceManifest } from '#server/core/slice.ts'
import { dispatchRoutes } from './dispatch.routes.ts'

const venue = ['hq', 'manager', 'coach', 'cashier'] as const

/** Dispatch of the floor: which vehicle runs for which ride and how long, the queue, and the controls of runs. */
export const dispatchManifest: SliceManifest = {
  name: 'dispatch',
  mount: dispatchRoutes,
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
      modules: ['dispatch', 'emergency'],
      roles: venue,
    },
  ],
}
