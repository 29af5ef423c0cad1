import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'

export const DeviceType = z.enum(['VEHICLE', 'TV', 'READER', 'PRINTER', 'SWIPER', 'COIN', 'OTHER'])
export type DeviceType = z.infer<typeof DeviceType>

const deviceFields = z.object({
  serialNumber: exact(64, 1).regex(/^\S*$/),
  name: line(60),
  deviceType: DeviceType,
  iotCard: exact(32).regex(/^\S*$/),
  hardwareVersion: line(40),
  softwareVersion: line(40),
  /** Id of its vehicle; empty: none. */
  vehicleId: z.union([z.literal(''), z.uuid()]),
  remark: line(200),
})

const marks = {
  serialNumber: { kind: 'text', label: 'device.serialNumber', sort: true, sheet: true },
  name: { kind: 'text', label: 'device.name', sort: true, sheet: true },
  deviceType: { kind: 'text', label: 'device.type', sort: true, dict: 'device_type', sheet: true },
  vehicleId: { kind: 'id', label: 'records.vehicle' },
  vehicleName: { kind: 'text', label: 'records.vehicle', unsearched: true },
  iotCard: { kind: 'text', label: 'device.iotCard', sheet: true },
  hardwareVersion: { kind: 'text', label: 'device.hardware', sheet: true },
  softwareVersion: { kind: 'text', label: 'device.software', sheet: true },
  heartbeatTime: { kind: 'time', label: 'vehicle.heartbeat', sort: true },
  powered: { kind: 'flag', label: 'vehicle.powered' },
  remark: { kind: 'text', label: 'vehicle.remark', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Devices of a store (spec §3, Device). */
export const deviceResource = resource({
  path: '/device/sysDevice',
  permission: 'device',
  noun: 'devices',
  entity: entity(
    deviceFields.extend({
      sysOrgCode: z.string(),
      vehicleId: z.string().nullable(),
      vehicleName: z.string().nullable(),
      heartbeatTime: WireTime.nullable(),
      powered: z.boolean().nullable(),
    }),
  ),
  create: deviceFields.partial().required({ serialNumber: true, deviceType: true }),
  update: deviceFields,
  ...fieldsOf(marks),
})

export const deviceSheet: Sheet = { title: 'sheet.device', columns: sheetColumnsOf(marks) }

export const devices = { ...crudRoutes(deviceResource), ...excelRoutes(deviceResource) }

export const PermitState = z.enum(['valid', 'expired', 'revoked'])
export type PermitState = z.infer<typeof PermitState>

const permitFields = z.object({
  deviceId: z.uuid(),
  /** Empty: until revoked. */
  endTime: z.union([z.literal(''), GivenTime]),
  remark: line(200),
})

const permitMarks = {
  createTime: { kind: 'time', label: 'device.permit.time', sort: true },
  deviceId: { kind: 'id', label: 'device.one' },
  serialNumber: { kind: 'text', label: 'device.serialNumber', unsearched: true },
  deviceName: { kind: 'text', label: 'device.name', unsearched: true },
  deviceType: { kind: 'text', label: 'device.type', dict: 'device_type', unsearched: true },
  free: { kind: 'flag', label: 'device.permit.free' },
  endTime: { kind: 'time', label: 'device.permit.until', sort: true },
  state: { kind: 'text', label: 'device.permit.state', dict: 'device_permit_state', unsearched: true },
  createBy: { kind: 'text', label: 'device.permit.by' },
  revokeTime: { kind: 'time', label: 'device.permit.revokeTime' },
  revokeBy: { kind: 'text', label: 'device.permit.revokeBy' },
  remark: { kind: 'text', label: 'vehicle.remark' },
  id: { kind: 'id', label: 'crud.id' },
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Authorizations of a store's devices, with their end and grantor. */
export const devicePermitResource = resource({
  path: '/device/sysDeviceAuthorization',
  permission: 'devicepermit',
  noun: 'authorizations of devices',
  entity: entity(
    z.object({
      sysOrgCode: z.string(),
      deviceId: z.string(),
      serialNumber: z.string().nullable(),
      deviceName: z.string().nullable(),
      deviceType: DeviceType.nullable(),
      free: z.boolean(),
      endTime: WireTime.nullable(),
      state: PermitState.nullable(),
      revokeTime: WireTime.nullable(),
      revokeBy: z.string().nullable(),
      remark: z.string(),
    }),
  ).omit({ updateBy: true, updateTime: true }),
  create: permitFields.partial({ endTime: true, remark: true }),
  update: z.object({}),
  ...fieldsOf(permitMarks),
})

const { list, add } = crudRoutes(devicePermitResource)

export const devicePermits = {
  list,
  add,
  free: route({
    method: 'POST',
    path: '/device/sysDeviceAuthorization/free',
    summary: 'Authorizes a TV as the free one of the store; a store has one at a time',
    access: 'devicepermit:free',
    body: z.object({ deviceId: z.uuid() }),
    result: z.null(),
    message: 'message.added',
    labels: { deviceId: 'device.one' },
  }),
  revoke: route({
    method: 'POST',
    path: '/device/sysDeviceAuthorization/revoke',
    summary: 'Revokes an authorization',
    access: 'devicepermit:revoke',
    body: z.object({ id: z.uuid(), remark: line(200).default('') }),
    result: z.null(),
    message: 'message.updated',
    labels: { remark: 'vehicle.remark' },
  }),
}
