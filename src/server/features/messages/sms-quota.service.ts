import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { addSmsEntry } from '#server/core/sms.ts'
import { scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { textsOf } from '#shared/features/messages/text-count.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { DeliveryRefused } from './http-channel.service.ts'
import { sendNotice, usersWithAction } from './notices.service.ts'

/** The result in the delivery log of an SMS for which the quota was too small. */
const QUOTA_EXCEEDED = 'textsUsedUp'
/** Users with this action are warned before the SMS of a store are used up. */
const BUYS_SMS = 'smspurchase:add'

/** Throws `messages.textsUsedUp` if the SMS quota of the store is too small; -1 is unlimited. */
export async function requireSmsQuota(trx: Transaction, orgCode: string, content: string): Promise<void> {
  const store = await trx.selectFrom('store').select('smsCount').where('orgCode', '=', orgCode).executeTakeFirst()
  const left = store?.smsCount ?? -1
  if (left >= 0 && left < textsOf(content)) throw new AppError('messages.textsUsedUp', { left })
}

/** The message for which SMS are taken. */
interface SmsCause {
  kind: 'message' | 'mass'
  id: string
  orgCode: string
}

/** Deducts the SMS of a message from the quota of its store, in the transaction that sends it. Throws `DeliveryRefused`. */
export async function consumeSmsQuota(
  deps: Deps,
  trx: Transaction,
  { id, orgCode, content }: { id: string; orgCode: string; content: string },
): Promise<void> {
  const count = textsOf(content)
  const taken = await takeSms(deps, trx, { kind: 'message', id, orgCode }, (left) => (left < count ? 0 : count))
  if (taken < count) throw new DeliveryRefused(QUOTA_EXCEEDED)
}

/**
 * Takes SMS from the quota of a store, in a transaction of that store's scope and under the lock of its row. `wanted` gets the SMS that
 * are left (infinity where unlimited) and returns how many to take. Managers are warned once when fewer than the store's limit are left.
 * Returns how many were taken.
 */
export async function takeSms(
  deps: Deps,
  trx: Transaction,
  { kind, id, orgCode }: SmsCause,
  wanted: (left: number) => number | Promise<number>,
): Promise<number> {
  const addEntry = (texts: number, delta: number) =>
    addSmsEntry(trx, { orgCode, kind, causeId: id, delta, texts, createdAt: deps.clock() })
  const store = await trx
    .selectFrom('store')
    .select(['smsCount', 'smsWarnAt', 'smsWarned'])
    .where('orgCode', '=', orgCode)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!store || store.smsCount < 0) {
    const uncounted = await wanted(Number.POSITIVE_INFINITY)
    await addEntry(uncounted, 0)
    return uncounted
  }
  const count = await wanted(store.smsCount)
  await addEntry(count, -count)
  const left = store.smsCount - count
  const smsWarned = left < store.smsWarnAt
  if (count > 0 || smsWarned !== store.smsWarned)
    await trx.updateTable('store').set({ smsCount: left, smsWarned }).where('orgCode', '=', orgCode).execute()
  if (smsWarned && !store.smsWarned) await warn(deps, trx, orgCode, left)
  return count
}

/** Notifies the store's managers that few SMS are left. */
const warn = (deps: Deps, trx: Transaction, orgCode: string, left: number): Promise<void> =>
  seeingEveryStore(trx, scopeOf(orgCode), async () => {
    const { name } = await trx
      .selectFrom('store')
      .select('name')
      .where('orgCode', '=', orgCode)
      .executeTakeFirstOrThrow()
    const at = deps.clock().toISOString()
    await sendNotice(deps, trx, await usersWithAction(trx, BUYS_SMS, orgCode), {
      orgCode,
      idFor: (userId) => idFrom('sms quota', orgCode, at, userId),
      texts: (language) => ({
        title: text(language, 'sms.notice.title', { store: name, left }),
        paragraphs: [text(language, 'sms.notice.more')],
      }),
    })
  })

/** Returns the SMS of a mass message that were taken and not sent. */
export async function returnSms(
  { clock }: Pick<Deps, 'clock'>,
  trx: Transaction,
  { id, orgCode, count }: { id: string; orgCode: string; count: number },
): Promise<void> {
  if (count === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('store')
    .set((eb) => ({ smsCount: eb('smsCount', '+', count) }))
    .where('orgCode', '=', orgCode)
    .where('smsCount', '>=', 0)
    .executeTakeFirst()
  const delta = numUpdatedRows > 0n ? count : 0
  await addSmsEntry(trx, { orgCode, kind: 'returned', causeId: id, delta, texts: -count, createdAt: clock() })
}

/** The end of the quiet hours of a store at a given time; null outside of them. */
export async function quietUntil(trx: Transaction, orgCode: string, at: Date): Promise<Date | null> {
  const { rows } = await sql<{ end: Date | null }>`
    select sms_quiet_end(s, ${at}) as end from store s where s.org_code = ${orgCode}`.execute(trx)
  return rows[0]?.end ?? null
}
