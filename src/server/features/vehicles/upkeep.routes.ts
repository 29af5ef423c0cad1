import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { toPage } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import {
  upkeep,
  upkeepEntryResource,
  upkeepPlanResource,
  upkeepPlans,
} from '#shared/features/vehicles/upkeep.contract.ts'
import { storeEvent } from './device-events.repository.ts'
import { vehiclesUnderPlans } from './upkeep.repository.ts'
import { refreshUpkeep } from './upkeep.service.ts'
import { orNull, withVehicleNames } from './vehicle-names.repository.ts'

const planTable = crudTable(upkeepPlanResource, { table: 'upkeepPlan', ofStores: true })
const entryTable = crudTable(upkeepEntryResource, {
  table: 'upkeepEntry',
  ofStores: true,
  columns: { doneTime: 'doneAt' },
})

/** Fields that are empty strings in forms and null in the table. */
const nullableFields = ['vehicleId', 'vehicleType', 'planId']

type PlanValues = Parameters<typeof planTable.edit>[2]

/** A plan is for a vehicle, a type or all: setting one clears the other. Throws `upkeep.forOne`. */
function planColumns(values: PlanValues): PlanValues {
  if (values.vehicleId && values.vehicleType) throw new AppError('upkeep.forOne', { field: 'vehicleType' })
  const other = values.vehicleId ? { vehicleType: '' } : values.vehicleType ? { vehicleId: '' } : {}
  return orNull({ ...values, ...other }, nullableFields)
}

const plans: typeof planTable = {
  ...planTable,
  async page(trx, ...rest) {
    const page = await planTable.page(trx, ...rest)
    return { ...page, records: await withVehicleNames(trx, page.records) }
  },
  async get(trx, id) {
    const [row] = await withVehicleNames(trx, [await planTable.get(trx, id)])
    if (!row) throw new AppError('common.recordNotFound')
    return row
  },
  async add(trx, values, writer) {
    const id = await planTable.add(trx, planColumns(values) as typeof values, writer)
    await refreshUpkeep(trx, writer.at)
    return id
  },
  async edit(trx, id, values, writer) {
    const change = await planTable.edit(trx, id, planColumns(values), writer)
    await refreshUpkeep(trx, writer.at)
    return change
  },
}

const entriesOf = ({ realtime }: Pick<Deps, 'realtime'>): typeof entryTable => ({
  ...entryTable,
  async page(trx, ...rest) {
    const page = await entryTable.page(trx, ...rest)
    return { ...page, records: await withVehicleNames(trx, page.records) }
  },
  async add(trx, values, writer) {
    const { vehicle, planName } = await findTarget(trx, values)
    const doneTime = values.doneTime ?? toWireTime(writer.at)
    if (fromWireTime(doneTime) > writer.at) throw new AppError('upkeep.inFuture', { field: 'doneTime' })
    const doneBy = values.doneBy || writer.user.realname || writer.user.username
    const row = orNull({ ...values, doneTime, doneBy, planName }, nullableFields) as typeof values
    const id = await entryTable.add(trx, row, { ...writer, orgCode: vehicle.orgCode })
    const event = { kind: 'upkeepDone', vehicleId: vehicle.id, name: vehicle.name, orgCode: vehicle.orgCode } as const
    await storeEvent(trx, writer, { ...event, detail: values.work })
    await refreshUpkeep(trx, writer.at, sql`v.id = ${vehicle.id}`)
    await realtime.publish({ topic: 'vehicles', orgCode: vehicle.orgCode }, trx)
    return id
  },
})

async function findTarget(trx: Transaction, { vehicleId, planId }: { vehicleId: string; planId?: string | undefined }) {
  const vehicle = await trx
    .selectFrom('vehicle')
    .select(['id', 'name', 'orgCode'])
    .where('id', '=', vehicleId)
    .forShare()
    .executeTakeFirst()
  if (!vehicle) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
  if (!planId) return { vehicle, planName: '' }
  const { rows } = await sql<{ name: string }>`select name from upkeep_plan
    where id::text = ${planId.toLowerCase()} and org_code = ${vehicle.orgCode}`.execute(trx)
  if (!rows[0]) throw new AppError('upkeep.planNotFound', { field: 'planId' })
  return { vehicle, planName: rows[0].name }
}

export function upkeepRoutes(app: FastifyInstance, deps: Deps): void {
  const announce = (ctx: CallContext, orgCode: string) =>
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'vehicles', orgCode }))
  const plan = crudHandlers(deps, upkeepPlanResource, plans, {
    changed: (ctx, { sysOrgCode }) => announce(ctx, sysOrgCode),
  })
  mount(app, deps, upkeepPlans, {
    ...plan,
    add: async (input) => {
      announce(input.ctx, input.ctx.user.orgCode)
      return plan.add(input)
    },
  })

  const { list, add } = crudHandlers(deps, upkeepEntryResource, entriesOf(deps))
  mount(app, deps, upkeep, {
    list,
    add,
    listDue: ({ query, ctx }) =>
      ctx.tx(async (trx) => {
        const { pageNo, pageSize, order, state, vehicleId } = query
        const of = vehicleId ? sql`v.id::text = ${vehicleId.toLowerCase()}` : sql`true`
        const found = (await vehiclesUnderPlans(trx, writerOf(deps, ctx).at, of))
          .filter((one) => state === undefined || one.state === state)
          .toSorted((a, b) => (order === 'asc' ? 1 : -1) * (a.left / a.every - b.left / b.every))
        const from = (pageNo - 1) * pageSize
        return toPage(found.slice(from, from + pageSize), found.length, pageNo, pageSize)
      }),
  })
}
