import type { SliceManifest } from '#server/core/slice.ts'
import { dataSourcesRoutes } from './data-sources.routes.ts'

/** Further PostgreSQL databases that reports read; only the platform administrator sees and changes them. */
export const dataSourcesManifest: SliceManifest = {
  name: 'data-sources',
  mount: dataSourcesRoutes,
  actions: {
    'datasource:add': [],
    'datasource:delete': [],
    'datasource:edit': [],
    'datasource:export': [],
    'datasource:import': [],
    'datasource:list': [],
  },
  menus: [
    {
      id: 'menu-data-sources',
      title: 'menu.dataSources',
      icon: 'cluster',
      component: 'system/SysDataSourceList',
      url: '/isystem/dataSource',
      order: 701,
      parent: 'menu-system',
      modules: ['datasource'],
      roles: [],
    },
  ],
  uniqueColumns: { sys_data_source: { table: 'data_source', fields: { code: 'code' } } },
}
