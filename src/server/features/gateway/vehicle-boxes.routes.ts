import type { FastifyInstance } from 'fastify'
import { mount } from '#server/core/http/mount.ts'
import type { Deps } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { vehicleBoxes } from '#shared/features/gateway/vehicle-boxes.contract.ts'
import { PROTOCOL_VERSION } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { grantAccess, revokeAccess } from './boxes.repository.ts'
import type { Gateway } from './gateway.service.ts'

/** Mounts access of boxes and limits of vehicles. Database triggers notify every copy of the server of a changed box. */
export function vehicleBoxesRoutes(app: FastifyInstance, deps: Deps, gateway: Gateway | null): void {
  const { clock, config } = deps

  mount(app, deps, vehicleBoxes, {
    access: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const device = await trx
          .selectFrom('device')
          .select(['id', 'orgCode', 'vehicleId', 'deviceType'])
          .where('id', '=', body.deviceId)
          .executeTakeFirst()
        if (!device) throw new AppError('common.recordNotFound', { field: 'deviceId' })
        if (device.vehicleId === null && device.deviceType !== 'COIN')
          throw new AppError('gateway.inNoVehicle', { field: 'deviceId' })
        const { id, orgCode } = device
        const password = await grantAccess(trx, device, { name: ctx.user.realname, at: clock() })
        // The audit entry does not contain the password, which cannot be read again.
        ctx.touched({ id, after: { access: 'given' } })
        const { mqtt } = config
        const port = mqtt.kind === 'embedded' ? (gateway?.port ?? mqtt.port ?? null) : null
        const tls = mqtt.kind === 'embedded' && mqtt.tls !== undefined
        return { port, tls, username: id, password, topic: `pitlane/${PROTOCOL_VERSION}/${orgCode}/${id}` }
      }),
    revoke: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        if (await revokeAccess(trx, body.deviceId)) ctx.touched({ id: body.deviceId, after: { access: 'revoked' } })
        else ctx.doneBefore()
        return null
      }),
    limit: ({ body, ctx }) =>
      ctx.tx(async (trx) => {
        const { vehicleId, gear, speed } = body
        const found = trx
          .selectFrom('vehicle')
          .select(['orgCode', 'gearLimit', 'speedLimit'])
          .where('id', '=', vehicleId)
        const before = await found.forUpdate().executeTakeFirst()
        if (!before) throw new AppError('sessions.vehicleNotFound', { field: 'vehicleId' })
        const { orgCode, gearLimit, speedLimit } = before
        const after = { gearLimit: gear ?? gearLimit, speedLimit: speed ?? speedLimit }
        await trx.updateTable('vehicle').set(after).where('id', '=', vehicleId).where('orgCode', '=', orgCode).execute()
        ctx.touched({ id: vehicleId, before: { gearLimit, speedLimit }, after })
        ctx.afterCommit(() => deps.realtime.publish({ topic: 'vehicles', orgCode }))
        return { gear: after.gearLimit, speed: after.speedLimit }
      }),
  })
}
