import { toAppError } from '#server/core/http/database-errors.ts'
import { idempotencyContext } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { localizeRefusal, terminalOf } from '#server/features/sessions/index.ts'
import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { isUuid, newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { LineUpStart, StartedRides, StartQueuedInput } from '#shared/features/queue/queue.schema.ts'
import { announceFloor } from './floor.service.ts'

/** A started ride in the result of the SQL function `start_queued`. */
interface StartedRow {
  id: string
  playId: string
  consumeId: string
  gameLogId: string
  vehicleId: string
  vehicleName: string
  ticketNo: string
  racer: string
}

interface StartResult {
  repeated: boolean
  answer: { result: { startedAt: string; starts: StartedRow[] } }
  orgCode?: string
}

/** Starts queued rides, all or none, in one round trip to the database. */
export const startQueued = (deps: Deps, ctx: CallContext, { starts, terminalId }: StartQueuedInput) =>
  start(deps, ctx, { starts, terminalId, idField: 'id', inputRefusal: null })

/** The same for the API family: starts as many rides of an order as vehicles are given. */
export function startOrder(deps: Deps, ctx: CallContext, { consumeid, vehicleId }: LineUpStart): Promise<StartedRides> {
  const vehicleIds = vehicleId.split(',').filter(Boolean)
  const vehicleError = (code: ErrorCode) => ({ code, details: { field: 'vehicleId' } })
  let inputRefusal = vehicleIds.length === 0 ? vehicleError('sessions.vehicleRequired') : null
  if (!vehicleIds.every(isUuid)) inputRefusal = vehicleError('sessions.vehicleNotFound')
  const starts = vehicleIds.filter(isUuid).map((id) => ({ id: consumeid, vehicleId: id }))
  return start(deps, ctx, { starts, terminalId: null, idField: 'consumeid', inputRefusal })
}

interface StartCall extends StartQueuedInput {
  /** The caller's name of the id field, for error details. */
  idField: 'id' | 'consumeid'
  inputRefusal: { code: ErrorCode; details: ErrorDetails } | null
}

async function start(deps: Deps, ctx: CallContext, { terminalId, ...input }: StartCall): Promise<StartedRides> {
  const call = {
    ...idempotencyContext(ctx),
    ...input,
    ...(await terminalOf(ctx, { terminalId })),
    userOrgCode: ctx.user.orgCode,
    waitedMs: Math.round(performance.now() - ctx.begun),
    runIds: input.starts.map(newId),
    now: deps.clock(),
  }
  const started = await deps.db
    .call<StartResult>('start_queued', 'select start_queued($1)', [JSON.stringify(call)])
    .catch((error: unknown) => {
      throw localizeRefusal(ctx, toAppError(error) ?? error)
    })
  const { startedAt, starts: begun } = started.answer.result
  if (started.orgCode !== undefined) {
    const changed = { entries: begun.map(({ id }) => id), vehicles: begun.map(({ vehicleId }) => vehicleId) }
    announceFloor(deps, ctx, started.orgCode, { ...changed, runs: begun.map(({ gameLogId }) => gameLogId) })
  }
  return {
    startTime: toWireTime(new Date(startedAt)),
    starts: begun.map(({ racer, ...ride }) => ({ ...ride, racer })),
  }
}
