import type { SliceManifest } from '#renderer/core/slice.ts'

export const vehiclesManifest: SliceManifest = {
  pages: {
    'vehicles/SysVehicleList': async () => (await import('./vehicles.page.tsx')).VehiclesPage,
    'vehicles/SysVehicleTypeList': async () => (await import('./vehicle-types.page.tsx')).VehicleTypesPage,
    'vehicles/SysVehicleMaintainList': async () => (await import('./upkeep.page.tsx')).UpkeepPage,
    'vehicles/SysGameLogList': async () => (await import('./game-logs.page.tsx')).GameLogsPage,
    'vehicles/SysDeviceList': async () => (await import('./devices.page.tsx')).DevicesPage,
    'vehicles/SysDeviceLogList': async () => (await import('./device-events.page.tsx')).DeviceEventsPage,
  },
  live: { vehicles: ['fleet'] },
}
