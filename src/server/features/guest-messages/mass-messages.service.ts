import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { returnSms } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { massParts, massText } from '#shared/features/guest-messages/mass-message.calc.ts'
import type { MassAudience, MassPreview } from '#shared/features/guest-messages/mass-messages.contract.ts'
import { audienceByStore, type StoreAudience } from './mass-audience.repository.ts'
import {
  lockMassMessage,
  type MassMessageChange,
  type MassMessageRow,
  type massMessageTable,
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

/** The audience by store, without stores where nobody is reached or left out. Throws `common.recordNotFound` for a store out of scope. */
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
  return found
}

const sum = (stores: readonly StoreAudience[], name: 'people' | 'noPhone' | 'optedOut' | 'noConsent'): number =>
  stores.reduce((total, store) => total + store[name], 0)

/** Whom a mass message would reach now, and what it takes. */
export const previewMassMessage = (deps: Deps, ctx: CallContext, { title, content, audience }: MassInput) =>
  ctx.tx(async (trx): Promise<MassPreview> => {
    const parts = massParts(title, content)
    const stores = await requireAudience(trx, ctx, audience, deps.clock())
    const costs = stores.map(({ people, lastAmount, lastTexts }) =>
      people === 0 ? 0 : lastAmount === null || lastTexts === null ? null : (people * parts * lastAmount) / lastTexts,
    )
    const cost = costs.includes(null) ? null : Math.round(costs.reduce<number>((total, one) => total + (one ?? 0), 0))
    return {
      text: massText(title, content),
      parts,
      texts: sum(stores, 'people') * parts,
      cost: cost === null ? null : fromMinor(cost),
      people: sum(stores, 'people'),
      optedOut: sum(stores, 'optedOut'),
      noConsent: sum(stores, 'noConsent'),
      noPhone: sum(stores, 'noPhone'),
      stores: stores.map(({ orgCode, storeName, people, optedOut, noConsent, noPhone, left, quietUntil }) => ({
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
  })

/**
 * Adds a mass message for each store of the audience; portions are sent by the job. The idempotency key is the id of the campaign. Throws
 * `massMessages.audienceChanged`, `massMessages.nobody` or `messages.textsUsedUp`.
 */
export const addMassMessage = (
  deps: Deps,
  ctx: CallContext,
  { title, content, audience, people }: MassInput & { people: number },
) =>
  ctx.tx(async (trx): Promise<{ ids: string[] }> => {
    const now = deps.clock()
    const stores = await requireAudience(trx, ctx, audience, now)
    const reached = sum(stores, 'people')
    if (reached === 0) throw new AppError('massMessages.nobody')
    if (reached !== people) throw new AppError('massMessages.audienceChanged', { people: reached })
    const parts = massParts(title, content)
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

async function change(
  deps: Deps,
  ctx: CallContext,
  id: string,
  work: (trx: Transaction, row: MassMessageRow, now: Date) => Promise<MassMessageChange>,
): Promise<null> {
  return ctx.tx(async (trx) => {
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

/** Stops a mass message and returns the SMS that were not handed to the provider. Throws `massMessages.notSending`. */
export const stopMassMessage = (deps: Deps, ctx: CallContext, id: string): Promise<null> =>
  change(deps, ctx, id, async (trx, row) => {
    if (row.state !== 'sending') throw new AppError('massMessages.notSending')
    const withdrawn = await withdrawTexts(trx, row.id)
    await returnSms(trx, row.orgCode, withdrawn * row.parts)
    return { state: 'stopped', stopReason: 'person', nextAt: null, queued: row.queued - withdrawn }
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
