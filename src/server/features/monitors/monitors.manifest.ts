import type { MenuEntry } from '#server/core/manifest.ts'
import type { SliceManifest } from '#server/core/slice.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { monitorsRoutes } from './monitors.routes.ts'

const pages: readonly [id: string, title: TextKey, component: string, url: `/${string}`][] = [
  ['disk', 'menu.monitorDisk', 'modules/monitor/DiskMonitoring', '/monitor/Disk'],
  ['redis', 'menu.monitorStore', 'modules/monitor/RedisInfo', '/monitor/redis/info'],
  ['tomcat', 'menu.monitorHttp', 'modules/monitor/TomcatInfo', '/monitor/TomcatInfo'],
  ['jvm', 'menu.monitorProcess', 'modules/monitor/JvmInfo', '/monitor/JvmInfo'],
  ['system', 'menu.monitorSystem', 'modules/monitor/SystemInfo', '/monitor/SystemInfo'],
  ['trace', 'menu.monitorTrace', 'modules/monitor/HttpTrace', '/monitor/HttpTrace'],
  ['live', 'menu.monitorLive', 'dashboard/Monitor', '/dashboard/monitor'],
]

/** What the server does now and did in the last hour, for the platform administrator only. */
export const monitorsManifest: SliceManifest = {
  name: 'monitors',
  mount: monitorsRoutes,
  actions: { 'monitor:list': [] },
  menus: [
    {
      id: 'menu-monitors',
      title: 'menu.monitors',
      icon: 'bar-chart',
      component: 'layouts/RouteView',
      url: '/monitor',
      order: 702,
      roles: [],
    },
    ...pages.map(
      ([id, title, component, url], at): MenuEntry => ({
        id: `menu-monitor-${id}`,
        title,
        icon: id === 'live' ? 'bar-chart' : 'desktop',
        component,
        url,
        order: 703 + at,
        parent: 'menu-monitors',
        modules: id === 'live' ? ['monitor'] : [],
        roles: [],
      }),
    ),
  ],
}
