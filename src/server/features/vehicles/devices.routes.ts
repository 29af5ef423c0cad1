import type { FastifyInstance } from 'fastify'
import { withDictTexts } from '#server/core/dictionaries.ts'
import { mount } from '#server/core/http/mount.ts'
import { crudHandlers, crudTable, writerOf } from '#server/core/lists/crud.ts'
import type { Deps } from '#server/core/slice.ts'
import { excelHandlers } from '#server/core/workbooks/excel.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { deviceEventResource, deviceEvents } from '#shared/features/vehicles/device-events.contract.ts'
import {
  devicePermitResource,
  devicePermits,
  deviceResource,
  deviceSheet,
  devices,
} from '#shared/features/vehicles/devices.contract.ts'
import { storeEvent } from './device-events.repository.ts'
import { grantPermit, permitTable, revokePermit } from './device-permits.repository.ts'
import { orNull, withVehicleNames } from './vehicle-names.repository.ts'

const table = crudTable(deviceResource, {
  table: 'device',
  ofStores: true,
  columns: { heartbeatTime: 'heartbeatAt' },
})
const eventTable = crudTable(deviceEventResource, { table: 'deviceEvent', ofStores: true })

type Row = Awaited<ReturnType<typeof table.get>>
const displayName = ({ name, serialNumber }: Pick<Row, 'name' | 'serialNumber'>): string => name || serialNumber
const columns = <V extends object>(values: V): V => orNull(values, ['vehicleId'])

const statements: typeof table = {
  ...table,
  async page(trx, ...rest) {
    const page = await table.page(trx, ...rest)
    return { ...page, records: await withVehicleNames(trx, page.records) }
  },
  async get(trx, id) {
    const [row] = await withVehicleNames(trx, [await table.get(trx, id)])
    if (!row) throw new AppError('common.recordNotFound')
    return row
  },
  async add(trx, values, writer) {
    const id = await table.add(trx, columns(values), writer)
    const name = displayName({ name: values.name ?? '', serialNumber: values.serialNumber })
    await storeEvent(trx, writer, { kind: 'added', deviceId: id, name })
    if (values.vehicleId) await storeEvent(trx, writer, await bindingOf(trx, id, 'bound'))
    return id
  },
  async edit(trx, id, values, writer) {
    const before = await table.get(trx, id)
    const unbound = before.vehicleId === null ? null : await bindingOf(trx, id, 'unbound')
    const change = await table.edit(trx, id, columns(values), writer)
    if (change.after.vehicleId !== before.vehicleId) {
      if (unbound) await storeEvent(trx, writer, unbound)
      if (change.after.vehicleId !== null) await storeEvent(trx, writer, await bindingOf(trx, id, 'bound'))
    }
    return change
  },
}

/** The event of a device that is installed in or removed from its vehicle. */
async function bindingOf(trx: Transaction, id: string, kind: 'bound' | 'unbound') {
  const row = await statements.get(trx, id)
  const { vehicleId, vehicleName, sysOrgCode: orgCode } = row
  return { kind, deviceId: id, vehicleId, name: displayName(row), orgCode, detail: vehicleName ?? '' }
}

export function devicesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, devices, {
    ...crudHandlers(deps, deviceResource, statements),
    ...excelHandlers(deps, deviceResource, deviceSheet, statements),
  })
  mount(app, deps, deviceEvents, { list: crudHandlers(deps, deviceEventResource, eventTable).list })
  const permits = permitTable(deps.clock)
  mount(app, deps, devicePermits, {
    list: async ({ query, ctx }) => {
      const page = await ctx.tx((trx) => permits.page(trx, ctx.user, query))
      const records = await withDictTexts(deps.dictionaries, devicePermitResource.dict, page.records, ctx.locale)
      return { ...page, records }
    },
    add: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const id = await grantPermit(trx, { ...body, free: false }, writerOf(deps, ctx))
        ctx.touched({ id, after: body })
        return null
      }),
    free: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const id = await grantPermit(trx, { ...body, free: true }, writerOf(deps, ctx))
        ctx.touched({ id, after: body })
        return null
      }),
    revoke: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        await revokePermit(trx, body, writerOf(deps, ctx))
        ctx.touched({ id: body.id, after: { state: 'revoked', remark: body.remark } })
        return null
      }),
  })
}
