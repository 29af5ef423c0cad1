import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { Deps } from '#server/core/slice.ts'
import { EVERY_STORE, type Scope, type Transaction } from '#server/db/database.ts'
import { revokeSystemMessages, sendNotice, usersWithAction } from '#server/features/messages/index.ts'
import { newId } from '#shared/core/id.ts'
import type { HealthItem, Trouble } from '#shared/features/health/venue-health.contract.ts'
import { isTextKey, text } from '#shared/i18n/catalogue.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { partsOf, systemPartsOf, worstFirst } from './venue-health.calc.ts'
import { storeFactsOf, systemFactsOf } from './venue-health.repository.ts'

/** Managers are notified of problems that last this long; most end before. */
const LASTS_MS = 10 * 60_000
/** The shortest time between two notices of an intermittent problem. */
const AGAIN_MS = 4 * 3_600_000
const READS = 'venuehealth:list'
const NAMED = 8
/** How many stores are read at once. */
const STORES_AT_ONCE = 20

/** The health of all parts in scope, the worst first. */
export async function lookAt(
  { clock, registry }: Deps,
  trx: Transaction,
): Promise<{ takenAt: string; items: HealthItem[] }> {
  const now = clock()
  const parts = partsOf(await storeFactsOf(trx, now, 'page'), now)
  const systemParts = systemPartsOf(await systemFactsOf(trx, [...registry.jobs.keys()], now), now)
  return { takenAt: now.toISOString(), items: worstFirst([...parts, ...systemParts]) }
}

interface Found {
  item: HealthItem
  one: Trouble
}

const troublesOf = (items: readonly HealthItem[]): Found[] =>
  items.flatMap((item) => item.troubles.map((one) => ({ item, one })))

/** The problems of all stores. Some stores are read at a time, however many there are. */
async function troublesOfStores({ db }: Deps, now: Date): Promise<Found[]> {
  const stores = await db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('store').select('orgCode').orderBy('orgCode').execute(),
  )
  const found: Found[] = []
  for (let at = 0; at < stores.length; at += STORES_AT_ONCE) {
    const [first, ...more] = stores.slice(at, at + STORES_AT_ONCE).map(({ orgCode }) => orgCode)
    const scope: Scope = { from: first ?? '', to: `${more.at(-1) ?? first}\u0001` }
    const facts = await db.scoped(scope, (trx) => storeFactsOf(trx, now, 'all'), 'reads')
    found.push(...troublesOf(partsOf(facts, now)))
  }
  return found
}

interface Due {
  id: string
  orgCode: string
  kind: HealthItem['kind']
  what: Trouble['what']
  name: string
}

/**
 * Records the problems of all stores with their beginning, notifies managers once of lasting ones, and removes a notice when all of
 * its problems have ended. Returns the number of problems.
 */
export async function watch(deps: Deps, keepDays: number): Promise<number> {
  const now = deps.clock()
  const ofStores = await troublesOfStores(deps, now)
  return deps.db.scoped(EVERY_STORE, async (trx) => {
    // Locked, because two copies of the server would notify twice.
    await sql`select pg_advisory_xact_lock(hashtextextended('venue health', 0))`.execute(trx)
    const systemFacts = await systemFactsOf(trx, [...deps.registry.jobs.keys()], now)
    const found = [...ofStores, ...troublesOf(systemPartsOf(systemFacts, now))]
    await keep(trx, found, now)
    await tellOfLasting(deps, trx, now)
    await endNotices(trx, now)
    const before = new Date(now.getTime() - keepDays * 86_400_000)
    await trx.deleteFrom('venueTrouble').where('endedAt', '<', before).execute()
    return found.length
  })
}

async function keep(trx: Transaction, found: readonly Found[], now: Date): Promise<void> {
  const rows = found.map(({ item, one }) => ({
    id: newId(),
    orgCode: item.sysOrgCode,
    kind: item.kind,
    subject: item.id,
    what: one.what,
    name: item.name.slice(0, 100),
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as f (id uuid, "orgCode" text, kind text, subject text, what text, name text)`
  await sql`
    update venue_trouble t set ended_at = ${now}
      where t.ended_at is null and not exists (select from ${given}
        where f."orgCode" = t.org_code and f.kind = t.kind and f.subject = t.subject and f.what = t.what)`.execute(trx)
  await sql`
    insert into venue_trouble (id, org_code, kind, subject, what, name, since)
      select f.id, f."orgCode", f.kind, f.subject, f.what, f.name, ${now} from ${given}
      on conflict (org_code, kind, subject, what) where ended_at is null do nothing`.execute(trx)
}

/** No notices of emergency stops, because users have ordered them. */
async function tellOfLasting(deps: Deps, trx: Transaction, now: Date): Promise<void> {
  const { rows } = await sql<Due>`
    select t.id, t.org_code, t.kind, t.what, t.name from venue_trouble t
      where t.ended_at is null and t.notice_id is null and t.kind <> 'emergency'
        and t.since <= ${new Date(now.getTime() - LASTS_MS)}
        and not exists (select from venue_trouble b where b.org_code = t.org_code and b.kind = t.kind and b.subject = t.subject
          and b.what = t.what and b.noticed_at > ${new Date(now.getTime() - AGAIN_MS)})
      order by t.org_code, t.since, t.id`.execute(trx)
  for (const [orgCode, due] of Map.groupBy(rows, (row) => row.orgCode)) await tellOf(deps, trx, orgCode, due, now)
}

/** One notice of simultaneous problems: of the system to all users who may see it, of a store to the users of the store. */
async function tellOf(deps: Deps, trx: Transaction, orgCode: string, due: readonly Due[], now: Date): Promise<void> {
  const noticeId = randomUUID()
  const { rows: stores } = await sql<{ orgCode: string; name: string }>`
    select org_code, name from store where ${orgCode} = '' or org_code = ${orgCode} order by length(org_code), org_code limit 1`.execute(
    trx,
  )
  const [store] = stores
  if (!store) return
  await sendNotice(deps, trx, await usersWithAction(trx, READS, orgCode), {
    orgCode: store.orgCode,
    about: noticeId,
    idFor: (userId) => idFrom('venue-health', noticeId, userId),
    texts: (language) => ({
      title: text(language, 'health.notice.title', {
        store: orgCode === '' ? text(language, 'health.system') : store.name,
        count: due.length,
      }),
      paragraphs: [...due.slice(0, NAMED).map((one) => lineOf(language, one)), text(language, 'health.notice.more')],
    }),
  })
  await trx
    .updateTable('venueTrouble')
    .set({ noticeId, noticedAt: now })
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .execute()
}

/** Removes notices whose problems have all ended. */
async function endNotices(trx: Transaction, now: Date): Promise<void> {
  const { rows } = await sql<{ noticeId: string }>`
    select notice_id from venue_trouble where notice_id is not null group by notice_id
      having bool_and(ended_at is not null) and max(ended_at) = ${now}`.execute(trx)
  for (const { noticeId } of rows) await revokeSystemMessages(trx, noticeId, now)
}

function lineOf(language: Locale, { kind, what, name }: Due): string {
  const jobKey = `jobName.${name}`
  const called = kind === 'job' && isTextKey(jobKey) ? text(language, jobKey) : name
  const parts = [text(language, `health.kind.${kind}`), called, text(language, `health.trouble.${what}`)]
  return parts.filter((part) => part !== '').join(' · ')
}
