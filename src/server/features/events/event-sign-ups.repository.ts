import { sql } from 'kysely'
import { crudTable } from '#server/core/lists/crud.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ErrorCode, ErrorDetails } from '#shared/core/errors.ts'
import { signUpResource } from '#shared/features/events/events.schema.ts'
import type { SignUpFailure, SignUpState } from '#shared/features/events/sign-ups.schema.ts'

export const signUpTable = crudTable(signUpResource, {
  table: 'listedEventSignUp',
  ofStores: true,
  columns: {
    signUpState: 'state',
    startTime: 'startsAt',
    registrationEnd: 'registrationUntil',
    isHeld: 'held',
    userId: 'memberId',
    takenTime: 'takenAt',
    movedUpTime: 'movedUpAt',
    endTime: 'endedAt',
    endBy: 'endedBy',
  },
})

async function call<R>(
  trx: Transaction,
  name: 'sign_up' | 'cancel_sign_up' | 'cancel_event',
  given: object,
): Promise<R> {
  const { rows } = await sql<{ done: R }>`select ${sql.ref(name)}(${JSON.stringify(given)}::jsonb) as done`.execute(trx)
  const [row] = rows
  if (!row) throw new Error(`${name} returned nothing`)
  return row.done
}

/** What the SQL function `sign_up` returns. */
interface SignedUp {
  orgCode: string
  memberId: string
  state: SignUpState
  number: number
  /** In fen. */
  fee: number
}
export const signUp = (trx: Transaction, given: object): Promise<SignedUp> => call(trx, 'sign_up', given)

/** What the SQL function `cancel_sign_up` returns. */
interface EndedSignUp {
  orgCode: string
  eventId: string
  memberId: string
  before: SignUpState
  state: SignUpState
  back: number
}
export const cancelSignUp = (trx: Transaction, given: object): Promise<EndedSignUp> =>
  call(trx, 'cancel_sign_up', given)

/** What the SQL function `cancel_event` returns. */
interface EndedEvent {
  orgCode: string
  ended: number
  back: number
}
export const cancelEvent = (trx: Transaction, given: object): Promise<EndedEvent> => call(trx, 'cancel_event', given)

export interface EventKey {
  id: string
  orgCode: string
}

/** What `advance_event` did for one member; null where nothing was due. */
interface Advanced {
  orgCode: string
  memberId: string
  signUpId: string
  state: SignUpState
}
export async function advanceEvent(trx: Transaction, { id, orgCode }: EventKey, now: Date): Promise<Advanced | null> {
  const { rows } = await sql<{
    done: Advanced | null
  }>`select advance_event(${id}, ${orgCode}, ${now}) as done`.execute(trx)
  return rows[0]?.done ?? null
}

/** The events of all stores in scope for which something may be due. */
export async function eventsToAdvance(trx: Transaction, now: Date): Promise<EventKey[]> {
  const { rows } = await sql<EventKey>`
    select distinct e.id, e.org_code from event_sign_up s join event e on e.id = s.event_id and e.org_code = s.org_code
      where s.state = 'waiting' or s.state = 'preparing' and e.registration_until <= ${now}`.execute(trx)
  return rows
}

/** How many wait before a number. */
export async function waitingBefore(trx: Transaction, eventId: string, number: number): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    select count(*)::integer as ahead from event_sign_up
      where event_id = ${eventId} and state = 'waiting' and number < ${number}`.execute(trx)
  return rows[0]?.ahead ?? 0
}

interface OfferedEvent {
  id: string
  name: string
  picture: string
  remark: string
  registrationUntil: Date
  startsAt: Date
  endsAt: Date
  fee: number
  places: number
  lateRefund: number
  level: string
  taken: number
  waiting: number
  signUpId: string | null
  signUpState: SignUpState | null
  signUpNumber: number | null
  signUpFee: number | null
  signUpLateRefund: number | null
  refusal: { code: ErrorCode; details: ErrorDetails } | null
}

/** The events of a member's store that have not begun, soonest first, each with the member's sign-up and what refuses a new one. */
export async function offeredEvents(
  trx: Transaction,
  { id, orgCode }: { id: string; orgCode: string },
  now: Date,
): Promise<OfferedEvent[]> {
  const { rows } = await sql<OfferedEvent>`
    select e.id, e.name, e.picture, e.remark, e.registration_until, e.starts_at, e.ends_at, e.fee, e.places, e.late_refund,
        coalesce(l.name, e.member_level) as level, event_taken(e.id, e.org_code) as taken, event_waiting(e.id, e.org_code) as waiting, s.id as sign_up_id, s.state as sign_up_state,
        s.number as sign_up_number, s.fee as sign_up_fee, s.late_refund as sign_up_late_refund,
        sign_up_refusal(e, m, false, null, ${now}) as refusal
      from event e
      join member m on m.id = ${id} and m.org_code = e.org_code
      left join member_level l on l.org_code = e.org_code and l.code = e.member_level
      left join event_sign_up s on s.event_id = e.id and s.org_code = e.org_code and s.member_id = any(numbers_of(m.id))
        and s.state in ('waiting', 'preparing', 'successful')
      where e.org_code = ${orgCode} and e.cancelled_at is null and e.starts_at > ${now}
        and (e.registration_until > ${now} or s.id is not null)
      order by e.starts_at, e.id limit 100`.execute(trx)
  return rows
}

/** Whether a store has an event whose registration is open. */
export async function canSignUpAt(trx: Transaction, orgCode: string, now: Date): Promise<boolean> {
  const { rows } =
    await sql`select from event e where e.org_code = ${orgCode} and e.cancelled_at is null and e.starts_at > ${now}
    and e.registration_from <= ${now} and e.registration_until > ${now} limit 1`.execute(trx)
  return rows.length > 0
}

/** What a member has free of both balances, in fen. */
export async function freeMoneyOf(trx: Transaction, orgCode: string, member: string, now: Date): Promise<number> {
  const { rows } = await sql<{ free: number }>`
    select (balance + give)::bigint as free from free_money(${orgCode}, ${member}, ${now})`.execute(trx)
  return rows[0]?.free ?? 0
}

interface OwnSignUpRow {
  id: string
  eventId: string
  eventName: string
  picture: string
  remark: string
  startsAt: Date
  endsAt: Date
  registrationUntil: Date
  cancelReason: string
  state: SignUpState
  failReason: SignUpFailure | ''
  number: number
  ahead: number
  fee: number
  lateRefund: number
  backAmount: number
  held: boolean
  hasMatch: boolean
}

/** The newest sign-ups of a member, also under merged numbers. */
export async function ownSignUps(
  trx: Transaction,
  { memberId, orgCode }: { memberId: string; orgCode: string },
  most: number,
): Promise<OwnSignUpRow[]> {
  const { rows } = await sql<OwnSignUpRow>`
    select s.id, s.event_id, e.name as event_name, e.picture, e.remark, e.starts_at, e.ends_at, e.registration_until, e.cancel_reason, s.state,
        s.fail_reason, s.number, s.fee, s.late_refund, s.back_amount,
        case when s.state <> 'waiting' then 0 else (select count(*)::integer from event_sign_up w
          where w.event_id = s.event_id and w.org_code = s.org_code and w.state = 'waiting' and w.number < s.number) end as ahead,
        exists (select from hold h where h.id = s.id and h.org_code = s.org_code and h.state = 'held') as held,
        exists (select from match_round r where r.event_id = s.event_id and r.org_code = s.org_code and r.drawn_at is not null) as has_match
      from event_sign_up s join event e on e.id = s.event_id and e.org_code = s.org_code
      where s.org_code = ${orgCode} and s.member_id = any (numbers_of(${memberId}))
      order by s.created_at desc, s.id desc limit ${most}`.execute(trx)
  return rows
}

/** The ids of a member's sign-ups, also under merged numbers: of one event, or the one with an id. */
export async function signUpIdsOf(
  trx: Transaction,
  { memberId, orgCode }: { memberId: string; orgCode: string },
  by: { eventId: string } | { id: string },
): Promise<string[]> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['event_id', by.eventId]
  const { rows } = await sql<{ id: string }>`
    select s.id from event_sign_up s
      where s.org_code = ${orgCode} and s.member_id = any (numbers_of(${memberId})) and ${sql.ref(`s.${column}`)} = ${value}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}
