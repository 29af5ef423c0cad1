import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { type Scope, seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { newId } from '#shared/core/id.ts'
import { formatMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import { isMoney } from '#shared/features/reconciliation/reconciliation.schema.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { findCashOutside, findDifferences } from './differences.repository.ts'
import type { FoundDifference } from './found.types.ts'

/** Users with this action are notified. */
const NOTIFIED_ACTION = 'reconciliation:settle'
/** Number of differences listed in a notice. */
const LISTED_DIFFERENCES = 5

export interface ReconciliationResult {
  found: number
  /** New ones among them. */
  opened: number
  /** Open ones, which wait for an explanation. */
  open: number
}

/** The scope of one store without stores below, so that each is read once. */
const storeAlone = (orgCode: string): Scope => ({ from: orgCode, to: `${orgCode}\u0001` })

/**
 * Reconciles one store: compares all records, stores the differences, and notifies users who may explain them while any is open. A lock
 * serializes runs of a store, so that the later one is based on later data.
 */
export const reconcile = (deps: Deps, orgCode: string, startedBy = ''): Promise<ReconciliationResult> =>
  deps.db.scoped(storeAlone(orgCode), async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reconciliation of ${orgCode}`}, 0))`.execute(trx)
    const startedAt = deps.clock()
    const found = [...(await findDifferences(trx)), ...(await findCashOutside(trx))]
    const opened = await storeDifferences(trx, orgCode, found, startedAt)
    const run = { id: newId(), orgCode, startedBy, startedAt, endedAt: deps.clock(), found: found.length, opened }
    await trx.insertInto('reconciliationRun').values(run).execute()
    await deps.realtime.publish({ topic: 'reconciliation', orgCode }, trx)
    const open = await openDifferences(trx)
    if (open.length > 0) {
      deps.log.error({ orgCode, differences: open.slice(0, 100) }, 'records of money do not agree')
      await seeingEveryStore(trx, storeAlone(orgCode), () => notify(deps, trx, orgCode, open))
    }
    return { found: found.length, opened, open: open.length }
  })

/** Stores found differences and marks missing ones as gone. Returns how many are new or have other amounts than explained. */
async function storeDifferences(
  trx: Transaction,
  orgCode: string,
  found: readonly FoundDifference[],
  at: Date,
): Promise<number> {
  const rows = found.map((one) => ({ ...one, id: newId() }))
  const { rows: opened } = await sql`
    insert into reconciliation_difference as d
        (id, org_code, kind, reference, member_id, account, project, stored, expected, person_id, person_name, created_at, seen_at)
      select f.id, ${orgCode}, f.kind, f.reference, f."memberId", f.account, f.project, f.stored, f.expected, f."personId",
          coalesce((select u.realname from user_account u where u.id = f."personId"), (select k.name from kiosk k where k.id = f."personId"), ''), ${at}, ${at}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id uuid, kind text, reference text, "memberId" text,
          account text, project text, stored bigint, expected bigint, "personId" uuid)
      on conflict on constraint reconciliation_difference_once do nothing
      returning id`.execute(trx)
  const { rows: again } = await sql`
    update reconciliation_difference d set
        created_at = case when d.state = 'open' then d.created_at else ${at} end,
        state = 'open', settled_at = null, settled_by = '', stored = f.stored, expected = f.expected, seen_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (kind text, reference text, "memberId" text, account text,
        project text, stored bigint, expected bigint)
      where d.kind = f.kind and d.reference = f.reference and d.member_id = f."memberId" and d.account = f.account
        and d.project = f.project and d.seen_at < ${at}
        and (d.state = 'gone' or d.stored <> f.stored or d.expected <> f.expected)
      returning d.created_at = ${at} as is_new`.execute(trx)
  await sql`
    update reconciliation_difference d set seen_at = ${at}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (kind text, reference text, "memberId" text, account text, project text)
      where d.kind = f.kind and d.reference = f.reference and d.member_id = f."memberId" and d.account = f.account
        and d.project = f.project and d.seen_at < ${at}`.execute(trx)
  await sql`update reconciliation_difference d set state = 'gone', settled_at = ${at}
    where state <> 'gone' and seen_at < ${at}
      -- A drawer that was counted since the comparison began brought its row itself (\`openCountDifference\`).
      and (kind <> 'count' or not exists (select from shift s where s.id::text = d.reference and s.org_code = d.org_code
        and s.counted <> (select coalesce(sum(l.delta), 0) from ledger_line l
          where l.shift_id = s.id and l.org_code = s.org_code and l.account = 'cash')))`.execute(trx)
  return opened.length + again.filter((one) => (one as { isNew: boolean }).isNew).length
}

type Open = Pick<FoundDifference, 'kind' | 'reference' | 'memberId' | 'account' | 'stored' | 'expected'> & {
  personName: string
}

/** Open differences, the newest first. */
const openDifferences = (trx: Transaction): Promise<Open[]> =>
  trx
    .selectFrom('reconciliationDifference')
    .select(['kind', 'reference', 'memberId', 'account', 'stored', 'expected', 'personName'])
    .where('state', '=', 'open')
    .orderBy('createdAt', 'desc')
    .orderBy('kind')
    .orderBy('reference')
    .orderBy('account')
    .execute()

async function notify(deps: Deps, trx: Transaction, orgCode: string, open: readonly Open[]): Promise<void> {
  const store = await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const day = toWireTime(deps.clock()).slice(0, 10)
  // The same differences are notified once a day; changes are notified at once.
  const contentHash = hash('sha256', JSON.stringify(open))
  await sendNotice(deps, trx, await usersWithAction(trx, NOTIFIED_ACTION, orgCode), {
    orgCode,
    idFor: (userId) => idFrom('reconciliation', orgCode, day, userId, contentHash),
    texts: (language) => ({
      title: text(language, 'reconciliation.notice.title', { store: store.name, count: open.length }),
      paragraphs: [
        text(language, 'reconciliation.notice.more'),
        ...open.slice(0, LISTED_DIFFERENCES).map((one) => lineOf(language, one)),
      ],
    }),
  })
}

function lineOf(language: Locale, { kind, reference, memberId, account, stored, expected, personName }: Open): string {
  const format = (value: number): string => (isMoney(account) ? formatMinor(value) : String(value))
  const key = `ledgerAccount.${account}`
  const member = memberId === '' ? '' : text(language, 'reconciliation.notice.member', { member: memberId })
  const parts = [text(language, `reconciliation.kind.${kind}`), personName, member]
  return text(language, 'reconciliation.notice.line', {
    what: parts.filter((one) => one !== '').join(' · '),
    account: isTextKey(key) ? text(language, key) : '',
    stored: format(stored),
    expected: format(expected),
    reference,
  })
}
