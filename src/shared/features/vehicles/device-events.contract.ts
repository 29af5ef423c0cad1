import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { fieldsOf } from '#shared/core/fields.ts'

export const DeviceEventKind = z.enum([
  'added',
  'removed',
  'outOfService',
  'backInService',
  'scrapped',
  'upkeepDone',
  'upkeepOverdue',
  'bound',
  'unbound',
  'permitted',
  'permitRevoked',
])
export type DeviceEventKind = z.infer<typeof DeviceEventKind>

const marks = {
  createTime: { kind: 'time', label: 'device.event.time', sort: true },
  kind: { kind: 'text', label: 'device.event.kind', dict: 'device_event' },
  name: { kind: 'text', label: 'device.event.name' },
  detail: { kind: 'text', label: 'device.event.detail' },
  operatorName: { kind: 'text', label: 'device.event.operator' },
  vehicleId: { kind: 'id', label: 'records.vehicle' },
  deviceId: { kind: 'id', label: 'device.one' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

const none = z.object({})

/** Events of vehicles and devices. */
export const deviceEventResource = resource({
  path: '/device/sysDeviceLog',
  permission: 'devicelog',
  noun: 'entries of the log of devices',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      kind: DeviceEventKind,
      name: z.string(),
      detail: z.string(),
      operatorName: z.string(),
      vehicleId: z.string().nullable(),
      deviceId: z.string().nullable(),
    }),
  ).omit({ createBy: true, updateBy: true, updateTime: true }),
  create: none,
  update: none,
  ...fieldsOf(marks),
})

const { list } = crudRoutes(deviceEventResource)
export const deviceEvents = { list }
