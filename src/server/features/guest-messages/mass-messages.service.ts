import { idFrom } from '#server/core/content-id.ts'
import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { returnSms } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { massParts, massText } from '#shared/features/guest-messages/mass-message.calc.ts'
import {
  MAX_STORES,
  type MassAudience,
  type MassPreview,
  massMessageResource,
} from '#shared/features/guest-messages/mass-messages.contract.ts'
import { audienceByStore, type StoreAudience } from './mass-audience.repository.ts'
import {
  lockMassMessage,
  type MassMessageChange,
  type MassMessageRow,
  massMessageTable,
  outboxReasons,
  outboxStates,
  updateMassMessage,
  withdrawTexts,
} from './mass-messages.repository.ts'

type MassRecord = Awaited<ReturnType<typeof massMessageTable.get>>

interface MassInput {
  title: string
  content: string
  audience: MassAudience
}

/**
 * The audience by store, without stores where nobody is reached or left out unless they are named. Throws `common.recordNotFound` for a
 * store out of scope, and `massMessages.tooManyStores`.
 */
async function requireAudience(trx: Transaction, ctx: CallContext, audience: MassAudience, now: Date) {
  const { user } = ctx
  const isOfStore = await trx
    .selectFrom('store')
    .select('orgCode')
    .where('orgCode', '=', user.orgCode)
    .where('kind', '=', 'store')
    .executeTakeFirst()
  const stores = audience.stores.length === 0 && isOfStore ? [user.orgCode] : [...new Set(audience.stores)]
  const found = await audienceByStore(trx, { ...audience, stores }, now)
  if (stores.length > found.length) throw new AppError('common.recordNotFound', { field: 'stores' })
  if (found.length > MAX_STORES) throw new AppError('massMessages.tooManyStores', { field: 'stores', most: MAX_STORES })
  return found
}

const sum = (stores: readonly StoreAudience[], name: 'people' | 'noPhone' | 'optedOut' | 'noConsent'): number =>
  stores.reduce((total, store) => total + store[name], 0)

/** Whom a mass message would reach now, and what it takes. */
export const previewMassMessage = (deps: Deps, ctx: CallContext, input: MassInput) =>
  ctx.tx(async (trx): Promise<MassPreview> => {
    return previewOf(input, await requireAudience(trx, ctx, input.audience, deps.clock()))
  })

function previewOf({ title, content, audience }: MassInput, found: readonly StoreAudience[]): MassPreview {
  const parts = massParts(title, content)
  const costs = found.map(({ people, lastAmount, lastTexts }) =>
    people === 0 ? 0 : lastAmount === null || lastTexts === null ? null : (people * parts * lastAmount) / lastTexts,
  )
  const cost = costs.includes(null) ? null : Math.round(costs.reduce<number>((total, one) => total + (one ?? 0), 0))
  const reached = found.map(({ orgCode, people }) => [orgCode, people])
  return {
    previewId: idFrom('mass message preview', title, content, audience, reached, parts, cost),
    text: massText(title, content),
    parts,
    texts: sum(found, 'people') * parts,
    cost: cost === null ? null : fromMinor(cost),
    people: sum(found, 'people'),
    optedOut: sum(found, 'optedOut'),
    noConsent: sum(found, 'noConsent'),
    noPhone: sum(found, 'noPhone'),
    stores: found.map(({ orgCode, storeName, people, optedOut, noConsent, noPhone, left, quietUntil }) => ({
      orgCode,
      storeName,
      people,
      optedOut,
      noConsent,
      noPhone,
      left,
      texts: people * parts,
      quietUntil: quietUntil && toWireTime(quietUntil),
    })),
  }
}

/**
 * Adds a mass message for each store of the audience; portions are sent by the job. The idempotency key is the id of the campaign. Throws
 * `massMessages.audienceChanged`, `massMessages.previewChanged`, `massMessages.nobody` or `messages.textsUsedUp`.
 */
export const addMassMessage = (
  deps: Deps,
  ctx: CallContext,
  { people, previewId, ...input }: MassInput & { people: number; previewId: string },
) =>
  ctx.tx(async (trx): Promise<{ ids: string[] }> => {
    const now = deps.clock()
    const { title, content, audience } = input
    const stores = await requireAudience(trx, ctx, audience, now)
    const preview = previewOf(input, stores)
    const { parts } = preview
    if (preview.people === 0) throw new AppError('massMessages.nobody')
    if (preview.people !== people) throw new AppError('massMessages.audienceChanged', { people: preview.people })
    if (preview.previewId !== previewId) throw new AppError('massMessages.previewChanged')
    const short = stores.find(({ left, people: count }) => left >= 0 && left < count * parts)
    if (short) throw new AppError('messages.textsUsedUp', { left: short.left, store: short.storeName })
    const { stores: _, ...conditions } = audience
    const sent = stores.filter((store) => store.people > 0)
    const rows = sent.map((store) => ({
      id: idFrom('mass message of a store', ctx.key, store.orgCode),
      orgCode: store.orgCode,
      campaignId: ctx.key,
      title,
      content,
      audience: JSON.stringify(conditions),
      parts,
      planned: store.people,
      nextAt: now,
      createdBy: ctx.user.username,
      createdAt: now,
      updatedBy: null,
      updatedAt: null,
      endedAt: null,
    }))
    await trx.insertInto('massMessage').values(rows).execute()
    for (const { id, planned } of rows) ctx.touched({ id, after: { title, content, audience: conditions, planned } })
    ctx.afterCommit(async () => {
      for (const { orgCode } of rows) await deps.realtime.publish({ topic: 'massMessages', orgCode })
    })
    return { ids: rows.map(({ id }) => id) }
  })

/** Changes a mass message that the caller may list. */
async function change(
  deps: Deps,
  ctx: CallContext,
  id: string,
  work: (trx: Transaction, row: MassMessageRow, now: Date) => Promise<MassMessageChange>,
): Promise<null> {
  return ctx.tx(async (trx) => {
    await listRules(deps, massMessageResource, massMessageTable).requireListed(trx, [id], ctx)
    const row = await lockMassMessage(trx, { id })
    if (!row) throw new AppError('common.recordNotFound')
    const { orgCode, state } = row
    const now = deps.clock()
    const set = await work(trx, row, now)
    await updateMassMessage(trx, row, { ...set, updatedBy: ctx.user.username, updatedAt: now })
    ctx.touched({ id, before: { massState: state }, after: { massState: set.state } })
    ctx.changesStore(orgCode)
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'massMessages', orgCode }))
    return null
  })
}

/** Withdraws the SMS of a locked mass message that were not handed to the provider, and returns them to the store. */
export async function takeBack(deps: Deps, trx: Transaction, row: MassMessageRow): Promise<{ queued: number }> {
  const withdrawn = await withdrawTexts(trx, row.id)
  await returnSms(deps, trx, { id: row.id, orgCode: row.orgCode, count: withdrawn * row.parts })
  return { queued: row.queued - withdrawn }
}

/** Stops a mass message and returns the SMS that were not handed to the provider. Throws `massMessages.notSending`. */
export const stopMassMessage = (deps: Deps, ctx: CallContext, id: string): Promise<null> =>
  change(deps, ctx, id, async (trx, row) => {
    if (row.state !== 'sending') throw new AppError('massMessages.notSending')
    return { state: 'stopped', stopReason: 'person', nextAt: null, ...(await takeBack(deps, trx, row)) }
  })

/** Continues a stopped mass message. Throws `massMessages.notStopped`. */
export const resumeMassMessage = (deps: Deps, ctx: CallContext, id: string): Promise<null> =>
  change(deps, ctx, id, async (_trx, row, now) => {
    if (row.state !== 'stopped') throw new AppError('massMessages.notStopped')
    return { state: 'sending', stopReason: '', nextAt: now }
  })

/** What became of the SMS of a mass message: counted now while they are in the outbox. */
export async function massResult(trx: Transaction, { id, massState, ...stored }: MassRecord) {
  const { audience } = await trx
    .selectFrom('massMessage')
    .select('audience')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const reasons = await outboxReasons(trx, id)
  const whole = { audience: { stores: [], ...audience }, reasons }
  // The outbox forgets its rows some months later.
  if (massState === 'done') {
    const { sent, failed, unknown } = stored
    return { ...whole, waiting: 0, sent, failed, unknown }
  }
  return { ...whole, ...(await outboxStates(trx, id, ['waiting', 'sent', 'failed', 'unknown'])) }
}
