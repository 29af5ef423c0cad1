import { z } from 'zod'
import { crudRoutes, entity, resource } from '#shared/core/crud.ts'
import { pageOf } from '#shared/core/envelope.ts'
import { creationMarks, fieldsOf } from '#shared/core/fields.ts'
import { choiceFilter, listQuery, route, textFilter } from '#shared/core/route.ts'
import { line } from '#shared/core/text.ts'
import { GivenTime, WireTime } from '#shared/core/time.ts'
import { Upkeep } from './vehicles.schema.ts'

export const UpkeepUnit = z.enum(['hours', 'laps', 'days'])
export type UpkeepUnit = z.infer<typeof UpkeepUnit>

const IdOrNone = z.union([z.literal(''), z.uuid()])

const planFields = z.object({
  name: line(60, 1),
  /** A vehicle; empty: all vehicles of a type or of the store. */
  vehicleId: IdOrNone,
  vehicleType: line(30),
  unit: UpkeepUnit,
  every: z.number().int().min(1).max(1_000_000),
  /** Whether overdue vehicles go out of service automatically. */
  blocks: z.boolean(),
  active: z.boolean(),
  remark: line(200),
})

const planMarks = {
  name: { kind: 'text', label: 'upkeep.plan.name', sort: true },
  vehicleId: { kind: 'id', label: 'records.vehicle' },
  vehicleName: { kind: 'text', label: 'records.vehicle', unsearched: true },
  vehicleType: { kind: 'text', label: 'vehicle.type' },
  unit: { kind: 'text', label: 'upkeep.unit', dict: 'upkeep_unit' },
  every: { kind: 'number', label: 'upkeep.every', sort: true },
  blocks: { kind: 'flag', label: 'upkeep.blocks' },
  active: { kind: 'flag', label: 'upkeep.active' },
  remark: { kind: 'text', label: 'vehicle.remark' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Recurring upkeep of vehicles, after hours of driving, laps or days. */
export const upkeepPlanResource = resource({
  path: '/vehicle/sysVehicleMaintainPlan',
  permission: 'upkeepplan',
  noun: 'plans of upkeep',
  entity: entity(
    planFields.extend({
      sysOrgCode: z.string(),
      vehicleId: z.string().nullable(),
      vehicleType: z.string().nullable(),
      vehicleName: z.string().nullable(),
    }),
  ),
  create: planFields.partial({ vehicleId: true, vehicleType: true, blocks: true, active: true, remark: true }),
  update: planFields,
  ...fieldsOf(planMarks),
})

export const upkeepPlans = crudRoutes(upkeepPlanResource)

const entryFields = z.object({
  vehicleId: z.uuid(),
  /** The plan whose interval restarts; empty: work outside any plan. */
  planId: IdOrNone,
  doneTime: GivenTime,
  doneBy: line(60, 1),
  work: line(200, 1),
  cost: line(60),
  odometer: line(30),
})

const entryMarks = {
  doneTime: { kind: 'time', label: 'upkeep.doneTime', sort: true },
  vehicleId: { kind: 'id', label: 'records.vehicle' },
  vehicleName: { kind: 'text', label: 'records.vehicle', unsearched: true },
  planId: { kind: 'id', label: 'upkeep.plan.name' },
  planName: { kind: 'text', label: 'upkeep.plan.name' },
  work: { kind: 'text', label: 'upkeep.work' },
  doneBy: { kind: 'text', label: 'upkeep.doneBy' },
  cost: { kind: 'text', label: 'upkeep.cost' },
  odometer: { kind: 'text', label: 'upkeep.odometer' },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
  sysOrgCode: { kind: 'text', label: 'records.store' },
} as const

/** Performed upkeep of vehicles; entries are immutable. */
export const upkeepEntryResource = resource({
  path: '/vehicle/sysVehicleMaintain',
  permission: 'upkeep',
  noun: 'entries of upkeep',
  entity: entity(
    entryFields.extend({
      sysOrgCode: z.string(),
      planId: z.string().nullable(),
      planName: z.string(),
      vehicleName: z.string().nullable(),
      doneTime: WireTime,
    }),
  ),
  create: entryFields.partial({ planId: true, doneTime: true, doneBy: true, cost: true, odometer: true }),
  update: z.object({}),
  ...fieldsOf(entryMarks),
  order: { column: 'doneTime', order: 'desc' },
})

/** A plan applied to a vehicle, with the remaining interval. */
export const UpkeepDue = z.object({
  id: z.string(),
  sysOrgCode: z.string(),
  planId: z.string(),
  planName: z.string(),
  vehicleId: z.string(),
  vehicleName: z.string(),
  unit: UpkeepUnit,
  every: z.number().int(),
  /** Used part of the interval in its unit; hours and days with one decimal. */
  used: z.number(),
  /** Negative if overdue. */
  left: z.number(),
  state: Upkeep,
  /** When the interval last restarted. */
  sinceTime: WireTime,
})
export type UpkeepDue = z.infer<typeof UpkeepDue>

const { list, add } = crudRoutes(upkeepEntryResource)

/** Due and performed upkeep of vehicles. */
export const upkeep = {
  list,
  add,
  listDue: route({
    method: 'GET',
    path: '/vehicle/sysVehicleMaintain/duelist',
    summary: 'All vehicles with a maintenance plan and what is left until service, the most urgent first',
    access: 'upkeep:list',
    lane: 'lists',
    query: listQuery(
      ['left'],
      { state: choiceFilter(Upkeep), vehicleId: textFilter(36) },
      { column: 'left', order: 'asc' },
    ),
    result: pageOf(UpkeepDue),
  }),
}
