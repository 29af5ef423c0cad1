import type { SliceManifest } from '#server/core/slice.ts'
import { chainSettingsRoutes } from './chain-settings.routes.ts'
import { firstRunRoutes } from './first-run.routes.ts'
import { newStoreRoutes } from './new-store.routes.ts'
import { storeSettingsRoutes } from './store-settings.routes.ts'

/** The settings of stores, and the setup of new ones. */
export const storesManifest: SliceManifest = {
  name: 'stores',
  mount(app, deps) {
    for (const routes of [storeSettingsRoutes, chainSettingsRoutes, firstRunRoutes, newStoreRoutes]) routes(app, deps)
  },
  actions: { 'chain:settings': ['hq'], 'store:settings': ['hq', 'manager'], 'store:setup': ['hq', 'manager'] },
  menus: [
    {
      id: 'menu-store-settings',
      title: 'menu.storeSettings',
      icon: 'shop',
      component: 'stores/StoreSettings',
      url: '/isystem/storeSettings',
      order: 115,
      parent: 'menu-system',
      modules: ['store'],
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-first-run',
      title: 'menu.firstRun',
      icon: 'safety-certificate',
      component: 'stores/FirstRun',
      url: '/isystem/firstRun',
      order: 113,
      parent: 'menu-system',
      roles: ['hq', 'manager'],
    },
    {
      id: 'menu-new-store',
      title: 'menu.newStore',
      icon: 'shop',
      component: 'stores/NewStore',
      url: '/isystem/newStore',
      order: 112,
      parent: 'menu-system',
      roles: ['hq'],
    },
  ],
}
