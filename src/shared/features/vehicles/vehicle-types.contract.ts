import { z } from 'zod'
import { address } from '#shared/core/address.ts'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { line } from '#shared/core/text.ts'

export const TRAJECTORY_MS_MAX = 600_000

const vehicleTypeFields = z.object({
  name: line(30, 1),
  indexNumber: z.number().int().min(0).max(1_000_000),
  /** How long its vehicles follow the trajectory set in their boxes, in milliseconds (spec §9); 0: the boxes decide. */
  trajectoryMs: z.number().int().min(0).max(TRAJECTORY_MS_MAX),
  photo: address(255),
  remark: line(200),
})

const marks = {
  name: { kind: 'text', label: 'vehicleType.name', sort: true },
  vehicleCount: { kind: 'number', label: 'vehicleType.count', unsearched: true },
  indexNumber: { kind: 'number', label: 'vehicle.index', sort: true },
  trajectoryMs: { kind: 'number', label: 'vehicleType.trajectory' },
  photo: { kind: 'text', label: 'vehicle.photo', unsearched: true },
  remark: { kind: 'text', label: 'vehicle.remark' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Vehicle types of a store, referenced by its vehicles. */
export const vehicleTypeResource = resource({
  path: '/vehicletype/sysVehicleType',
  permission: 'vehicletype',
  noun: 'types of vehicles',
  entity: entity(
    vehicleTypeFields.extend({
      sysOrgCode: z.string(),
      /** Number of vehicles of the type, without scrapped ones. */
      vehicleCount: z.number().int().nullable(),
    }),
  ),
  create: vehicleTypeFields.partial().required({ name: true }),
  update: vehicleTypeFields,
  ...fieldsOf(marks),
  order: { column: 'indexNumber', order: 'asc' },
})

export const vehicleTypes = crudRoutes(vehicleTypeResource)
