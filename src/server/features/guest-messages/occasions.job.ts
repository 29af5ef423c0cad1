import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, scopeOf, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { currentMember, memberVariables } from '#server/features/members/index.ts'
import { findTemplate, queueMessageTo, type TemplateRow } from '#server/features/messages/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatMinor } from '#shared/core/money.ts'
import { fillTemplate, variablesOf } from '#shared/features/messages/message-template.calc.ts'
import { text } from '#shared/i18n/catalogue.ts'

type Kind = 'birthday' | 'ending' | 'called'

/** Poll interval for called guests on each copy of the server. */
export const CALLED_MS = 3000
/** Members per transaction. */
const PORTION = 100
/** Lots and cards per transaction. */
const ENDS = 500
/** A guest who was called earlier than this gets no SMS about it any more. */
const CALLED_MINUTES = 10
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Sender of messages that no user triggers. */
const SENDER = 'system'

const templateCodes: Record<Kind, string> = {
  birthday: 'birthday.greeting',
  ending: 'value.ending',
  called: 'queue.called',
}

interface Due {
  /** What is sent once: such as the member and the year of a birthday. */
  occasion: string
  memberId: string
  /** Values of the template besides those of every member. */
  values: Record<string, string>
  /** Of no use after this time. */
  usefulUntil?: Date
}

interface Portion {
  due: Due[]
  /** Where the next portion begins; null at the end. */
  next: string | null
}

/** Finds the next portion of what is due at a store; `from` is empty, or the `next` of the portion before. */
type FindDue = (trx: Transaction, orgCode: string, now: Date, from: string) => Promise<Portion>

/** A portion of rows, in the order of the cursors of its rows. */
const portionOf = <R>(rows: readonly R[], cursorOf: (row: R) => string, dueOf: (row: R) => Due): Portion => {
  const last = rows.at(-1)
  return { due: rows.map(dueOf), next: last === undefined || rows.length < PORTION ? null : cursorOf(last) }
}

/** Birthdays of today's local date, of members who agreed to advertising; of February 29 on the 28th where there is none. */
const birthdays: FindDue = async (trx, orgCode, now, from) => {
  const { rows } = await sql<{ memberId: string; year: number }>`
    select m.id as member_id, d.year
      from store s
      cross join lateral (select extract(year from l.day)::int as year, extract(month from l.day) as month, extract(day from l.day) as day,
          extract(month from l.day) = 2 and extract(day from l.day + 1) = 1 as ends_february
        from (select (${now}::timestamptz at time zone s.time_zone)::date as day) l) d
      join member m on m.org_code = s.org_code and extract(month from m.birthday) = d.month
        and (extract(day from m.birthday) = d.day or d.ends_february and extract(day from m.birthday) > d.day)
      where s.org_code = ${orgCode} and m.merged_into is null and not m.frozen and m.message_consent = 'YES'
        and m.phone ~ '^[0-9]{5,15}$' and m.id > ${from}
        and not exists (select from message_occasion o
          where o.org_code = m.org_code and o.kind = 'birthday' and o.occasion = m.id || ' ' || d.year)
      order by m.id limit ${PORTION}`.execute(trx)
  const dueOf = ({ memberId, year }: (typeof rows)[number]) => ({
    occasion: `${memberId} ${year}`,
    memberId,
    values: {},
  })
  return portionOf(rows, ({ memberId }) => memberId, dueOf)
}

/** An amount of a wallet that ends, or an unlimited card by its name. */
interface EndingPart {
  kind: WalletName | 'unlimited'
  name: string
  left: number
}

/**
 * Value and unlimited cards of members that end within the store's days, together for each member and last day. A portion is some lots and
 * cards by their end; each of their members and days is summed up by what that member has.
 */
const endings: FindDue = async (trx, orgCode, now, from) => {
  const [fromTime = '', fromMember = ''] = from.split('|')
  const days = sql`(select make_interval(days => s.sms_ending_days) from store s where s.org_code = ${orgCode})`
  const isNear = (end: string) => sql`${sql.ref(end)} > ${now} and ${sql.ref(end)} <= ${now}::timestamptz + ${days}`
  const lots = sql`wallet_lot w where w.org_code = ${orgCode} and w.is_open and ${isNear('w.valid_until')}`
  const cards = sql`member_project p where p.org_code = ${orgCode} and p.unlimited_name <> '' and p.unlimited_uses <> 0
    and ${isNear('p.unlimited_until')}`
  const after = (end: string, member: string) =>
    sql`(${from === ''} or (${sql.ref(end)}, ${sql.ref(member)}) > (nullif(${fromTime}, '')::timestamptz, ${fromMember}))`
  const { rows: ends } = await sql<{ memberId: string; endsAt: string }>`
    select e.member_id, e.ends_at::text from (
      (select w.member_id, w.valid_until as ends_at from ${lots} and ${after('w.valid_until', 'w.member_id')}
        order by w.valid_until, w.member_id limit ${ENDS})
      union all
      (select p.member_id, p.unlimited_until from ${cards} and ${after('p.unlimited_until', 'p.member_id')}
        order by p.unlimited_until, p.member_id limit ${ENDS})
    ) e order by e.ends_at, e.member_id limit ${ENDS}`.execute(trx)
  const { rows } = await sql<{ memberId: string; until: string; parts: EndingPart[] }>`
    select e.member_id, e.until::text, l.parts
      from (
        select distinct g."memberId" as member_id, last_day(${orgCode}, g."endsAt") as until
          from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) g ("memberId" text collate "C", "endsAt" timestamptz)
      ) e
      join member m on m.id = e.member_id and m.org_code = ${orgCode}
      cross join lateral (
        select jsonb_agg(jsonb_build_object('kind', s.kind, 'name', s.name, 'left', s.value) order by s.kind, s.name) as parts
          from (
            select w.kind, '' as name, sum(w.value_left)::bigint as value from ${lots}
                and w.member_id = e.member_id and last_day(${orgCode}, w.valid_until) = e.until
              group by w.kind
            union all
            select 'unlimited', p.unlimited_name, 0 from ${cards}
                and p.member_id = e.member_id and last_day(${orgCode}, p.unlimited_until) = e.until
          ) s
      ) l
      where m.merged_into is null and not m.frozen and m.message_consent <> 'NO' and m.phone ~ '^[0-9]{5,15}$'
        and not exists (select from message_occasion o
          where o.org_code = ${orgCode} and o.kind = 'ending' and o.occasion = e.member_id || ' ' || e.until)
      order by e.until, e.member_id`.execute(trx)
  const last = ends.at(-1)
  return {
    due: rows.map(({ memberId, until, parts }) => ({
      occasion: `${memberId} ${until}`,
      memberId,
      values: { until, value: parts.map(partText).join('、') },
    })),
    next: last === undefined || ends.length < ENDS ? null : `${last.endsAt}|${last.memberId}`,
  }
}

const MONEY = new Set(['balance', 'give'])
const walletNames = {
  balance: 'wallets.balance',
  give: 'wallets.give',
  integral: 'wallets.integral',
  laps: 'wallets.laps',
  coins: 'wallets.coins',
  frequency: 'wallets.frequency',
} as const
type WalletName = keyof typeof walletNames

function partText({ kind, name, left }: EndingPart): string {
  if (kind === 'unlimited') return name
  return `${text('zh', walletNames[kind])} ${MONEY.has(kind) ? formatMinor(left) : left}`
}

/** Guests whose queue number has just been called, and who have not opted out. */
const calls: FindDue = async (trx, orgCode, now) => {
  const { rows } = await sql<{ id: string; memberId: string; ticketNo: string; calledAt: Date }>`
    select q.id, p.member_id, p.ticket_no, q.called_at
      from queue_entry q
      join play_record p on p.id = q.play_id and p.org_code = q.org_code
      join member m on m.id = p.member_id and m.org_code = p.org_code
      where q.org_code = ${orgCode} and q.state = 'CALLED' and m.message_consent <> 'NO' and m.phone ~ '^[0-9]{5,15}$'
        and q.called_at > ${now}::timestamptz - make_interval(mins => ${CALLED_MINUTES})
        and not exists (select from message_occasion o
          where o.org_code = q.org_code and o.kind = 'called' and o.occasion = q.id::text)
      order by q.called_at limit ${PORTION}`.execute(trx)
  const dueOf = ({ id, memberId, ticketNo, calledAt }: (typeof rows)[number]) => ({
    occasion: id,
    memberId,
    values: { number: ticketNo },
    usefulUntil: new Date(calledAt.getTime() + CALLED_MINUTES * MINUTE_MS),
  })
  // What was found is recorded, and not found again.
  return portionOf(rows, ({ id }) => id, dueOf)
}

/** The SMS template of a kind at a store; undefined if there is none. */
async function templateFor(trx: Transaction, orgCode: string, kind: Kind): Promise<TemplateRow | undefined> {
  const scope = scopeOf(orgCode)
  const template = await seeingEveryStore(trx, scope, () =>
    findTemplate(trx, { orgCode, scope }, { templateCode: templateCodes[kind] }),
  )
  return template?.templateType === '1' ? template : undefined
}

/** Queues the SMS of an occasion, in the transaction that records it; false if it was recorded before or cannot be filled. */
async function send(
  deps: Deps,
  trx: Transaction,
  orgCode: string,
  template: TemplateRow,
  { kind, occasion, memberId, values: own, usefulUntil }: Due & { kind: Kind },
): Promise<boolean> {
  const createdAt = deps.clock()
  const added = await trx
    .insertInto('messageOccasion')
    .values({ orgCode, kind, occasion, createdAt })
    .onConflict((known) => known.doNothing())
    .returning('kind')
    .executeTakeFirst()
  const member = added && (await currentMember(trx, memberId))
  if (!member) return false
  const values: Record<string, string> = { ...(await memberVariables(trx, member)), ...own }
  if (variablesOf(template.templateContent).some((name) => !values[name])) return false
  const content = fillTemplate(template.templateContent, values, false)
  const from = { key: idFrom('occasion', orgCode, kind, occasion), user: { username: SENDER } }
  const to = { template, content, params: JSON.stringify(values), receiver: member.phone, orgCode, memberId: member.id }
  await queueMessageTo(deps, trx, from, { ...to, occasion: kind, usefulUntil })
  return true
}

/** Sends what is due at a store in portions, each in a transaction of its own. Returns how many were sent. */
async function sendDue(deps: Deps, orgCode: string, kind: Kind, find: FindDue): Promise<number> {
  let sent = 0
  let from: string | null = ''
  while (from !== null) {
    const cursor: string = from
    from = await deps.db.scoped(scopeOf(orgCode), async (trx) => {
      const template = await templateFor(trx, orgCode, kind)
      if (!template) return null
      const { due, next } = await find(trx, orgCode, deps.clock(), cursor)
      for (const one of due) if (await send(deps, trx, orgCode, template, { ...one, kind })) sent += 1
      return next
    })
  }
  return sent
}

/** The stores that have a kind switched on; without those in quiet hours where the kind waits for their end. */
async function storesWith(deps: Deps, setting: 'sms_birthday' | 'sms_ending' | 'sms_called'): Promise<string[]> {
  const isQuietKept = setting !== 'sms_called'
  const { rows } = await deps.db.scoped(EVERY_STORE, (trx) =>
    sql<{ orgCode: string }>`select s.org_code from store s
      where s.kind = 'store' and ${sql.ref(`s.${setting}`)} = 'YES'
        and not (${isQuietKept} and sms_quiet_end(s, ${deps.clock()}) is not null)
      order by s.org_code`.execute(trx),
  )
  return rows.map(({ orgCode }) => orgCode)
}

async function sendKind(deps: Deps, kind: Kind, find: FindDue): Promise<number> {
  let sent = 0
  for (const orgCode of await storesWith(deps, `sms_${kind}`)) {
    sent += await sendDue(deps, orgCode, kind, find).catch((error: unknown) => {
      // One store's template or channel does not hold up the others.
      if (!(error instanceof AppError)) throw error
      deps.log.warn({ err: error, orgCode, kind }, 'an SMS could not be sent by itself')
      return 0
    })
  }
  return sent
}

/** Sends birthday SMS and SMS before value ends, once each, and forgets occasions of long ago. Returns how many were sent. */
export async function sendOccasions(deps: Deps, keepDays: number): Promise<number> {
  const before = new Date(deps.clock().getTime() - keepDays * DAY_MS)
  await deps.db.scoped(EVERY_STORE, (trx) =>
    trx.deleteFrom('messageOccasion').where('createdAt', '<', before).execute(),
  )
  return (await sendKind(deps, 'birthday', birthdays)) + (await sendKind(deps, 'ending', endings))
}

/** Tells guests that their number is called, once each. */
export async function sendCalled(deps: Deps): Promise<void> {
  await sendKind(deps, 'called', calls)
}
