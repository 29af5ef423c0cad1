import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { requirePublicHost } from '#server/core/http/public-address.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { webhookResource } from '#shared/features/webhooks/webhooks.schema.ts'
import { secretPurpose } from './deliveries.job.ts'

const SECRET_PREFIX = 'whsec_'
const SECRET_BYTES = 32
/** Endpoints of one store or chain. */
const MAX_ENDPOINTS = 20

/** Throws where an address is none that the server may connect to. Names are checked again at each connection. */
export function requireReceiver(
  { webhooksPrivate }: Pick<Deps['config'], 'webhooksPrivate'>,
  address: string | undefined,
): void {
  if (address === undefined || webhooksPrivate) return
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') throw new AppError('webhooks.httpsNeeded', { field: 'url' })
  try {
    requirePublicHost(url)
  } catch {
    throw new AppError('webhooks.privateAddress', { field: 'url' })
  }
}

/** Locks the store, so that endpoints added at the same time are counted one after another. */
export async function requireRoom(trx: Transaction, orgCode: string): Promise<void> {
  await sql`select from store where org_code = ${orgCode} for no key update`.execute(trx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from webhook_endpoint where org_code = ${orgCode}`.execute(trx)
  if ((rows[0]?.count ?? 0) >= MAX_ENDPOINTS) throw new AppError('webhooks.tooMany', { count: MAX_ENDPOINTS })
}

/** What was added or switched on receives only what happens from now on, and belongs to the user who did so. */
export const beginAnew = (trx: Transaction, id: string, userId: string, now: Date) =>
  trx
    .updateTable('webhookEndpoint')
    .set({ sinceAt: now, ownerId: userId, failingSince: null, stoppedBecause: '' })
    .where('id', '=', id)
    .execute()

/** Makes a new secret; it is returned once and stored sealed. */
export async function newSecret({ sealer, clock }: Deps, ctx: CallContext, trx: Transaction, id: string) {
  const secret = `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`
  const now = clock()
  const row = await trx
    .updateTable('webhookEndpoint')
    .set((eb) => ({
      secretSealed: sealer.seal(secret, secretPurpose(id)),
      secretAt: now,
      // The first secret begins it.
      sinceAt: eb.case().when('secretAt', 'is', null).then(now).else(eb.ref('sinceAt')).end(),
      updatedBy: ctx.user.username,
      updatedAt: now,
    }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('common.recordNotFound', { field: 'id' })
  ctx.touched({ id, kind: webhookResource.path, after: { newSigningKey: true } })
  return { id, secret }
}

/** Queues a test event for an endpoint with a secret. */
export async function queueTest({ clock }: Deps, trx: Transaction, id: string): Promise<{ deliveryId: string }> {
  const endpoint = await trx
    .selectFrom('webhookEndpoint')
    .select(['orgCode', 'secretAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!endpoint) throw new AppError('common.recordNotFound', { field: 'id' })
  if (!endpoint.secretAt) throw new AppError('webhooks.noSecret')
  const [deliveryId, eventId, now] = [newId(), newId(), clock()]
  const payload = { id: eventId, event: 'test', time: now.toISOString(), store: endpoint.orgCode, data: {} }
  await trx
    .insertInto('webhookDelivery')
    .values({
      id: deliveryId,
      orgCode: endpoint.orgCode,
      endpointId: id,
      eventId,
      event: 'test',
      sourceId: eventId,
      happenedAt: now,
      payload: JSON.stringify(payload),
      nextAt: now,
      createdAt: now,
    })
    .execute()
  return { deliveryId }
}

/** Queues a delivery again that has ended; its endpoint must be on. */
export async function queueAgain({ clock }: Deps, trx: Transaction, id: string): Promise<void> {
  const now = clock()
  const { rows } = await sql<{ enabled: boolean; state: string; event: string }>`
    select w.enabled, d.state, d.event from webhook_delivery d
      join webhook_endpoint w on w.id = d.endpoint_id and w.org_code = d.org_code
      where d.id = ${id} for update of d`.execute(trx)
  const [delivery] = rows
  if (!delivery) throw new AppError('common.recordNotFound', { field: 'id' })
  if (delivery.state === 'waiting') throw new AppError('webhooks.stillWaiting')
  if (!delivery.enabled && delivery.event !== 'test') throw new AppError('webhooks.off')
  await sql`update webhook_delivery set state = 'waiting', tries = 0, next_at = ${now}, claim_until = null, ended_at = null
    where id = ${id}`.execute(trx)
}
