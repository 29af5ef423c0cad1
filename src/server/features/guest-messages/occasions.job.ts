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
/** A guest who was called earlier than this is told nothing any more. */
const CALLED_MINUTES = 10
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
}

type FindDue = (trx: Transaction, orgCode: string, now: Date) => Promise<Due[]>

/** Birthdays of today's local date, of members who agreed to advertising; of February 29 on the 28th where there is none. */
const birthdays: FindDue = async (trx, orgCode, now) => {
  const { rows } = await sql<{ memberId: string; year: number }>`
    select m.id as member_id, d.year
      from store s
      cross join lateral (select extract(year from l.day)::int as year, extract(month from l.day) as month, extract(day from l.day) as day,
          extract(month from l.day) = 2 and extract(day from l.day + 1) = 1 as ends_february
        from (select (${now}::timestamptz at time zone s.time_zone)::date as day) l) d
      join member m on m.org_code = s.org_code and extract(month from m.birthday) = d.month
        and (extract(day from m.birthday) = d.day or d.ends_february and extract(day from m.birthday) > d.day)
      where s.org_code = ${orgCode} and m.merged_into is null and not m.frozen and m.message_consent = 'YES'
        and m.phone ~ '^[0-9]{5,15}$'
        and not exists (select from message_occasion o
          where o.org_code = m.org_code and o.kind = 'birthday' and o.occasion = m.id || ' ' || d.year)
      order by m.id limit ${PORTION}`.execute(trx)
  return rows.map(({ memberId, year }) => ({ occasion: `${memberId} ${year}`, memberId, values: {} }))
}

/** An amount of a wallet that ends, or an unlimited card by its name. */
interface EndingPart {
  kind: WalletName | 'unlimited'
  name: string
  left: number
}

/** Value and unlimited cards of members that end within the store's days, together for each member and last day. */
const endings: FindDue = async (trx, orgCode, now) => {
  const { rows } = await sql<{ memberId: string; until: string; parts: EndingPart[] }>`
    select e.member_id, e.until, e.parts from (
      select l.member_id, last_day(${orgCode}, l.ends_at)::text as until,
          jsonb_agg(jsonb_build_object('kind', l.kind, 'name', l.name, 'left', l.value_left) order by l.kind, l.name) as parts
        from (
          select w.member_id, w.valid_until as ends_at, w.kind, '' as name, sum(w.value_left)::bigint as value_left
            from wallet_lot w join store s on s.org_code = w.org_code
            where w.org_code = ${orgCode} and w.is_open and w.valid_until > ${now}
              and w.valid_until <= ${now}::timestamptz + make_interval(days => s.sms_ending_days)
            group by w.member_id, w.valid_until, w.kind
          union all
          select p.member_id, p.unlimited_until, 'unlimited', p.unlimited_name, 0
            from member_project p join store s on s.org_code = p.org_code
            where p.org_code = ${orgCode} and p.unlimited_name <> '' and p.unlimited_uses <> 0 and p.unlimited_until > ${now}
              and p.unlimited_until <= ${now}::timestamptz + make_interval(days => s.sms_ending_days)
        ) l
        group by l.member_id, 2
    ) e
    join member m on m.id = e.member_id and m.org_code = ${orgCode}
    where m.merged_into is null and not m.frozen and m.message_consent <> 'NO' and m.phone ~ '^[0-9]{5,15}$'
      and not exists (select from message_occasion o
        where o.org_code = ${orgCode} and o.kind = 'ending' and o.occasion = e.member_id || ' ' || e.until)
    order by e.member_id, e.until limit ${PORTION}`.execute(trx)
  return rows.map(({ memberId, until, parts }) => ({
    occasion: `${memberId} ${until}`,
    memberId,
    values: { until, value: parts.map(partText).join('、') },
  }))
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

/** Guests whose queue number has just been called. */
const calls: FindDue = async (trx, orgCode, now) => {
  const { rows } = await sql<{ id: string; memberId: string; ticketNo: string }>`
    select q.id, p.member_id, p.ticket_no
      from queue_entry q
      join play_record p on p.id = q.play_id and p.org_code = q.org_code
      join member m on m.id = p.member_id and m.org_code = p.org_code
      where q.org_code = ${orgCode} and q.state = 'CALLED' and m.message_consent <> 'NO' and m.phone ~ '^[0-9]{5,15}$'
        and q.called_at > ${now}::timestamptz - make_interval(mins => ${CALLED_MINUTES})
        and not exists (select from message_occasion o
          where o.org_code = q.org_code and o.kind = 'called' and o.occasion = q.id::text)
      order by q.called_at limit ${PORTION}`.execute(trx)
  return rows.map(({ id, memberId, ticketNo }) => ({ occasion: id, memberId, values: { number: ticketNo } }))
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
  { kind, occasion, memberId, values: own }: Due & { kind: Kind },
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
  await queueMessageTo(deps, trx, from, { ...to, occasion: kind })
  return true
}

/** Sends what is due at a store in portions, each in a transaction of its own. Returns how many were sent. */
async function sendDue(deps: Deps, orgCode: string, kind: Kind, find: FindDue): Promise<number> {
  let sent = 0
  for (;;) {
    const portion = await deps.db.scoped(scopeOf(orgCode), async (trx) => {
      const template = await templateFor(trx, orgCode, kind)
      if (!template) return null
      const due = await find(trx, orgCode, deps.clock())
      let count = 0
      for (const one of due) if (await send(deps, trx, orgCode, template, { ...one, kind })) count += 1
      return { count, isLast: due.length < PORTION }
    })
    sent += portion?.count ?? 0
    if (portion === null || portion.isLast) return sent
  }
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
