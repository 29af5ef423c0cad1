import { dictionaryOf } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import { CloakroomState, CollectFor, cloakroomItemResource } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { CloakroomPlaceKind, cloakroomPlaceResource } from '#shared/features/cloakroom/cloakroom-places.contract.ts'
import { markCollectable } from './cloakroom.job.ts'
import { cloakroomItemsRoutes } from './cloakroom-items.routes.ts'
import { cloakroomPlacesRoutes } from './cloakroom-places.routes.ts'

/** What guests leave at the counter: bags and helmets in lockers, on shelves and behind the counter. */
export const cloakroomManifest: SliceManifest = {
  name: 'cloakroom',
  mount(app, deps) {
    cloakroomPlacesRoutes(app, deps)
    cloakroomItemsRoutes(app, deps)
  },
  actions: {
    'cloakroomitem:add': ['hq', 'manager', 'cashier'],
    // Whose password confirms that a thing is handed out without its slip: also a second cashier's.
    'cloakroomitem:confirm': ['hq', 'manager', 'cashier'],
    'cloakroomitem:edit': ['hq', 'manager', 'cashier'],
    'cloakroomitem:export': ['hq', 'manager'],
    'cloakroomitem:list': ['hq', 'manager', 'cashier'],
    'cloakroomitem:pay': ['hq', 'manager', 'cashier'],
    'cloakroomitem:print': ['hq', 'manager', 'cashier'],
    // A copy releases the thing, so that later ones are for managers.
    'cloakroomitem:printLate': ['hq', 'manager'],
    'cloakroomitem:takeOut': ['hq', 'manager', 'cashier'],
    'cloakroomplace:add': ['hq', 'manager'],
    'cloakroomplace:delete': ['hq', 'manager'],
    'cloakroomplace:edit': ['hq', 'manager'],
    'cloakroomplace:export': ['hq', 'manager'],
    'cloakroomplace:import': ['hq', 'manager'],
    'cloakroomplace:list': ['hq', 'manager', 'cashier'],
  },
  menus: [
    {
      id: 'menu-cloakroom-group',
      title: 'menu.cloakroomGroup',
      icon: 'inbox',
      component: 'layouts/RouteView',
      url: '/cloakroom',
      order: 16,
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-cloakroom-items',
      title: 'menu.cloakroomItems',
      icon: 'inbox',
      component: 'cloakroom/SysCloakroomItemList',
      url: '/cloakroom/sysCloakroomItemList',
      order: 163,
      parent: 'menu-cloakroom-group',
      modules: ['cloakroomitem'],
      roles: ['hq', 'manager', 'cashier'],
    },
    {
      id: 'menu-cloakroom-places',
      title: 'menu.cloakroomPlaces',
      icon: 'appstore',
      component: 'cloakroom/SysCloakroomPlaceList',
      url: '/cloakroom/sysCloakroomPlaceList',
      order: 164,
      parent: 'menu-cloakroom-group',
      modules: ['cloakroomplace'],
      roles: ['hq', 'manager', 'cashier'],
    },
  ],
  dictionaries: [
    dictionaryOf('cloakroom_place_kind', 'cloakroom.placeKind', CloakroomPlaceKind.options, 'cloakroom.placeKind'),
    dictionaryOf('cloakroom_state', 'cloakroom.state', CloakroomState.options, 'cloakroom.state'),
    dictionaryOf('cloakroom_collect_for', 'cloakroom.collectFor', CollectFor.options, 'cloakroom.collectFor'),
  ],
  topics: ['cloakroom'],
  jobs: { 'cloakroom.collect': { work: markCollectable, keepDays: 0 } },
  ruledLists: {
    'cloakroomitem:list': cloakroomItemResource.filter,
    'cloakroomplace:list': cloakroomPlaceResource.filter,
  },
  uniqueColumns: { cloakroom_place: { table: 'cloakroom_place', fields: { name: 'name' } } },
}
