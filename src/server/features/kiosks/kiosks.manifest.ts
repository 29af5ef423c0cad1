import type { SliceManifest } from '#server/core/slice.ts'
import { kioskResource } from '#shared/features/kiosks/kiosks.contract.ts'
import { kioskRoutes } from './kiosk.routes.ts'
import { kiosksRoutes } from './kiosks.routes.ts'

const managers = ['hq', 'manager'] as const

/** Self-service kiosks: their keys and their calls. */
export const kiosksManifest: SliceManifest = {
  name: 'kiosks',
  mount(app, deps) {
    kiosksRoutes(app, deps)
    kioskRoutes(app, deps)
  },
  actions: {
    'kiosk:add': managers,
    'kiosk:delete': managers,
    'kiosk:edit': managers,
    'kiosk:list': managers,
  },
  menus: [
    {
      id: 'menu-kiosks',
      title: 'menu.kiosks',
      icon: 'mobile',
      component: 'kiosk/SysKioskList',
      url: '/kiosk/sysKioskList',
      order: 171,
      parent: 'menu-display',
      modules: ['kiosk'],
      roles: managers,
    },
  ],
  ruledLists: { 'kiosk:list': kioskResource.filter },
}
