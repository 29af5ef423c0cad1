import type { BuiltInRole, MenuEntry } from '#server/core/manifest.ts'

const managers = ['hq', 'manager'] as const
const managersAndCoaches: readonly BuiltInRole[] = [...managers, 'coach']

const below = 'menu-vehicles' as const

/** Menu entries of vehicles and devices. */
export const vehicleMenus: readonly MenuEntry[] = [
  {
    id: below,
    title: 'menu.vehicles',
    icon: 'car',
    component: 'layouts/RouteView',
    url: '/vehicle',
    order: 59,
    roles: managersAndCoaches,
  },
  {
    id: 'menu-vehicle-list',
    title: 'menu.vehicleList',
    icon: 'car',
    component: 'vehicles/SysVehicleList',
    url: '/vehicle/sysVehicleList',
    order: 481,
    parent: below,
    modules: ['vehicle'],
    roles: managersAndCoaches,
  },
  {
    id: 'menu-vehicle-types',
    title: 'menu.vehicleTypes',
    icon: 'tags',
    component: 'vehicles/SysVehicleTypeList',
    url: '/vehicle/sysVehicleTypeList',
    order: 482,
    parent: below,
    modules: ['vehicletype'],
    roles: managersAndCoaches,
  },
  {
    id: 'menu-upkeep',
    title: 'menu.upkeep',
    icon: 'tool',
    component: 'vehicles/SysVehicleMaintainList',
    url: '/vehicle/sysVehicleMaintainList',
    order: 483,
    parent: below,
    modules: ['upkeep', 'upkeepplan'],
    roles: managersAndCoaches,
  },
  {
    id: 'menu-game-logs',
    title: 'menu.gameLogs',
    icon: 'history',
    component: 'vehicles/SysGameLogList',
    url: '/gamelog/sysGameLogList',
    order: 484,
    parent: below,
    modules: ['gamelog'],
    roles: managersAndCoaches,
  },
  {
    id: 'menu-devices',
    title: 'menu.devices',
    icon: 'desktop',
    component: 'vehicles/SysDeviceList',
    url: '/device/sysDeviceList',
    order: 485,
    parent: below,
    modules: ['device', 'devicepermit', 'vehiclebox'],
    roles: managers,
  },
  {
    id: 'menu-device-logs',
    title: 'menu.deviceLogs',
    icon: 'file-text',
    component: 'vehicles/SysDeviceLogList',
    url: '/device/sysDeviceLogList',
    order: 486,
    parent: below,
    modules: ['devicelog'],
    roles: managers,
  },
]
