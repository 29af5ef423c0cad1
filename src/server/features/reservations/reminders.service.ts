import { sql } from 'kysely'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { findTemplate, queueMessageTo } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { formatTime } from '#shared/core/time.ts'
import { fillTemplate, variablesOf } from '#shared/features/messages/message-template.calc.ts'
import type { Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { lockReservation, type ReservationRow, visibleReservation } from './reservations.repository.ts'
import { announce, requireListed } from './sessions.service.ts'

/** The SMS template of reminders. */
const TEMPLATE = 'reservation.reminder'

interface ReminderSender {
  /** The message id. */
  key: string
  /** Empty: the server itself. */
  username: string
}

/**
 * Queues the SMS reminder of a locked reservation. Throws `messages.templateUnknown`, `reservations.phoneRequired` or
 * `messages.variablesMissing`.
 */
async function send(
  deps: Deps,
  trx: Transaction,
  row: ReservationRow,
  { key, username }: ReminderSender,
): Promise<void> {
  const { orgCode, phone, memberId } = row
  const store = await trx
    .selectFrom('store')
    .select(['name', 'timeZone'])
    .where('orgCode', '=', orgCode)
    .executeTakeFirstOrThrow()
  const scope = scopeOf(orgCode)
  const template = await seeingEveryStore(trx, scope, () =>
    findTemplate(trx, { orgCode, scope }, { templateCode: TEMPLATE }),
  )
  if (template?.templateType !== '1') throw new AppError('messages.templateUnknown', { code: TEMPLATE })
  if (phone === '') throw new AppError('reservations.phoneRequired', { field: 'phone' })
  const values = {
    name: row.name,
    store: store.name,
    time: formatTime(row.startsAt, store.timeZone, 'YYYY-MM-DD HH:mm'),
    number: String(row.sessionNumber),
    people: String(row.people),
  }
  const missing = variablesOf(template.templateContent).filter((name) => !Object.hasOwn(values, name))
  if (missing.length > 0) throw new AppError('messages.variablesMissing', { names: missing.join(', ') })
  const content = fillTemplate(template.templateContent, values, false)
  const params = JSON.stringify(values)
  const from = { key, user: { username } }
  const message = { template, content, params, receiver: phone, orgCode, memberId }
  await queueMessageTo(
    deps,
    trx,
    from,
    username === '' ? { ...message, occasion: 'reminder', usefulUntil: row.startsAt } : message,
  )
  await trx
    .updateTable('reservation')
    .set({ remindedAt: deps.clock() })
    .where('id', '=', row.id)
    .where('orgCode', '=', orgCode)
    .execute()
}

/** Sends a reminder now, also repeatedly. Throws `reservations.notAwaited` or `reservations.begun`. */
export const remind = (deps: Deps, ctx: CallContext, id: string): Promise<Reservation> =>
  ctx.tx(async (trx) => {
    await requireListed(deps, ctx, trx, id)
    const row = await lockReservation(trx, id)
    if (row.state !== 'WAITING' && row.state !== 'CONFIRMED') throw new AppError('reservations.notAwaited')
    if (row.startsAt <= deps.clock()) throw new AppError('reservations.begun')
    await send(deps, trx, row, { key: ctx.key, username: ctx.user.username })
    ctx.touched({ id, after: { templateCode: TEMPLATE } })
    ctx.changesStore(row.orgCode)
    announce(deps, ctx, row.orgCode)
    return visibleReservation(trx, ctx.user, id)
  })

/**
 * Sends due reminders, once each, at stores with reminders and a template; none in their quiet hours and to members who opted out.
 * Returns how many.
 */
export async function sendDueReminders(deps: Deps): Promise<number> {
  const now = deps.clock()
  const due = await deps.db.scoped(EVERY_STORE, async (trx) => {
    const { rows } = await sql<{ id: string; orgCode: string }>`
      select r.id, r.org_code from reservation r join store s on s.org_code = r.org_code
        where r.state in ('WAITING', 'CONFIRMED') and r.deposit_state <> 'unpaid' and r.reminded_at is null and r.phone <> ''
          and s.reservation_remind_hours > 0 and r.starts_at > ${now}
          and r.starts_at <= ${now}::timestamptz + make_interval(hours => s.reservation_remind_hours)
          and r.created_at < r.starts_at - make_interval(hours => s.reservation_remind_hours)
          and sms_quiet_end(s, ${now}) is null
          and not exists (select from member m
            where m.id = r.member_id and m.org_code = r.org_code and m.message_consent = 'NO')
        order by r.starts_at, r.id limit 500`.execute(trx)
    return rows
  })
  const stores = new Set<string>()
  let reminded = 0
  for (const { id, orgCode } of due) {
    // A separate transaction each, so that a store without a valid template does not affect others.
    const sent = await deps.db
      .scoped(scopeOf(orgCode), async (trx) => {
        const row = await lockReservation(trx, id)
        if (row.remindedAt !== null || (row.state !== 'WAITING' && row.state !== 'CONFIRMED')) return false
        await send(deps, trx, row, { key: newId(), username: '' })
        return true
      })
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        deps.log.warn({ err: error, reservationId: id }, 'a reminder could not be sent')
        return false
      })
    if (!sent) continue
    reminded += 1
    stores.add(orgCode)
  }
  for (const orgCode of stores) await deps.realtime.publish({ topic: 'reservations', orgCode })
  return reminded
}
