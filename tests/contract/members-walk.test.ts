import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { expireValue } from '#server/features/ledger/expire.job.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, venue, manager, hq, cashier } = await testVenue(['manager', 'hq', 'cashier'])

/** Number of walks; can be raised by hand. */
const WALKS = Number(process.env.PITLANE_WALKS ?? 3)
const CLIENTS = 4
const PRICES = [3500, 5000] as const

/** Refusals that a caller may get who is late or asks for too much; anything else is a defect. */
const REFUSALS = [
  'ledger.lotShort',
  'ledger.reversedMore',
  'apply.approvedBefore',
  'apply.rejectedBefore',
  'members.cardEnded',
  'members.cardLost',
  'members.cardOwnEnded',
  'members.cardSame',
  'members.cardStateChanged',
  'members.cardTaken',
  'members.frozen',
  'members.hasOtherCard',
  'members.insufficientBalance',
  'members.merged',
  'members.mergeOneself',
  'members.noCard',
  'members.phoneTaken',
  'sessions.alreadyCancelled',
  'sessions.alreadySettled',
  'sessions.notPending',
  'sessions.ruleMismatch',
  'sessions.ruleTypeMismatch',
  'sessions.settled',
  'wallets.balanceShort',
]
const rules: string[] = []

beforeAll(async () => {
  await venue.setHungLimit(1_000_000)
  for (const price of PRICES) rules.push((await venue.rule({ price })).id)
})

const ACTS = [
  'adjust',
  'apply',
  'approve',
  'reject',
  'merge',
  'start',
  'charge',
  'cancel',
  'edit',
  'lose',
  'findAgain',
  'replace',
  'register',
  'freeze',
  'thaw',
  'recharge',
  'giveBack',
  'takeBack',
  'expire',
] as const

/** `one` and `other` choose among what exists by then, `amount` is cents, a card's or a phone's number. */
const step = fc.record({
  act: fc.constantFrom(...ACTS, 'start', 'start', 'charge', 'merge', 'recharge', 'giveBack', 'takeBack'),
  one: fc.nat(1000),
  other: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 6000 }),
})
type Step = { act: (typeof ACTS)[number]; one: number; other: number; amount: number }

/** What one walk has created, and what its members must own according to the answers. */
interface Walk {
  prefix: string
  members: string[]
  plays: string[]
  cards: string[]
  applications: { id: string; give: number }[]
  given: number
}

const chosen = <T>(from: readonly T[], index: number): T => from[index % from.length] as T
const cardOf = ({ prefix }: Walk, amount: number) => `${prefix}${String(amount % 12).padStart(4, '0')}`
const REASON = '随机'

async function take(walk: Walk, { act, one, other, amount }: Step): Promise<void> {
  const userId = chosen(walk.members, one)
  const play = chosen(walk.plays, one)
  const application = chosen(walk.applications, one)
  const card = chosen(walk.cards, one)
  const key = newId()
  if (act === 'adjust') {
    const cents = other % 2 === 0 ? amount : -amount
    await manager.userProjects.adjust({ body: { userId, balance: cents / 100, reason: REASON }, key })
    walk.given += cents
  } else if (act === 'apply') {
    await cashier.applications.add({ body: { userId, give: amount / 100 }, key })
    walk.applications.push({ id: key, give: amount })
  } else if (act === 'approve' && application) {
    await chosen([manager, hq], other).applications.approve({ body: { id: application.id }, key })
    walk.given += application.give
  } else if (act === 'reject' && application) {
    await manager.applications.reject({ body: { id: application.id, reject: REASON }, key })
  } else if (act === 'merge') {
    const body = { sourceId: userId, targetId: chosen(walk.members, other), reason: REASON }
    await chosen([manager, hq], amount).memberMerge.merge({ body, key })
  } else if (act === 'start') {
    const { id: vehicleId } = await venue.vehicle()
    const body = venue.start({ vehicleId, userId, ruleId: chosen(rules, other) })
    await cashier.playBeforePay.add({ body, key })
    walk.plays.push(key)
  } else if (act === 'charge' && play) {
    await cashier.playBeforePay.settle({
      body: {
        id: play,
        consumeType: 'BALANCE',
        consumeVehicleMode: 'circlemode',
        usageMode: 'lineup',
        consumePayMode: 'wechat',
        userId: chosen(walk.members, other),
      },
      key,
    })
  } else if (act === 'cancel' && play) {
    await manager.playBeforePay.delete({ query: { id: play } })
  } else if (act === 'edit' && play) {
    const body = { id: play, consumeType: 'BALANCE' as const, racer: '车手', ruleId: chosen(rules, other) }
    await hq.playBeforePay.edit({ body })
  } else if (act === 'recharge') {
    // Some of it ends during the walk, some stays valid, some has no end.
    const ends = [5, 86_400_000, null][other % 3] ?? null
    const validUntil = ends === null ? null : new Date(server.clock.now().getTime() + ends)
    await venue.post({ kind: 'recharge' }, [{ account: 'balance', member: userId, delta: amount, validUntil }])
    walk.given += amount
  } else if (act === 'giveBack' || act === 'takeBack') {
    const line = await lineToReverse(walk, act === 'giveBack' ? 'consume' : 'recharge', other)
    if (!line) return
    const delta = Math.min(amount, Math.abs(line.delta)) * -Math.sign(line.delta)
    const { account, member, seq } = line
    await venue.post({ kind: 'refund' }, [{ account, member, delta, reverses: seq }])
    walk.given += delta
  } else if (act === 'expire') {
    await expireValue(server.deps)
  } else if (act === 'lose') {
    walk.cards.push((await cashier.memberCards.lost({ body: { userId, reason: REASON }, key })).result.id)
  } else if (act === 'findAgain' && card) {
    await cashier.memberCards.undoLost({ body: { id: card, reason: REASON }, key })
  } else if (act === 'replace') {
    await cashier.memberCards.replace({ body: { userId, physicalCard: cardOf(walk, amount), reason: REASON }, key })
  } else if (act === 'register') {
    const body = { realname: '新会员', phone: `1${cardOf(walk, other)}`, physicalCard: cardOf(walk, amount) }
    walk.members.push((await cashier.memberRecords.add({ body, key })).result.id)
  } else if (act === 'freeze' || act === 'thaw') {
    await manager.memberRecords.freezeBatch({ body: { ids: userId, status: act === 'freeze' ? 2 : 1, reason: REASON } })
  }
}

/** A ledger entry of a member that can be reversed, and the current member of its number. */
async function lineToReverse({ members }: Walk, kind: 'consume' | 'recharge', place: number) {
  const { rows } = await venue.inEveryStore((trx) =>
    sql<{ seq: number; account: 'balance' | 'give'; member: string; delta: number }>`
      select l.seq, l.account, coalesce(m.merged_into, m.id) as member, l.delta
        from ledger_line l join member m on m.id = l.member_id and m.org_code = l.org_code
        where l.member_id = any(${members}) and l.cause_kind = ${kind} order by l.seq`.execute(trx),
  )
  return rows.length === 0 ? undefined : chosen(rows, place)
}

/** Rows that must never exist; each finding names itself. */
async function faults({ members }: Walk): Promise<unknown[]> {
  const differences = await venue.inEveryStore(replayLedger)
  const { rows } = await venue.inEveryStore((trx) =>
    sql`
    select 'phone twice' as fault, phone as what from member where phone <> '' and merged_into is null
      group by org_code, phone having count(*) > 1
    union all
    select 'card twice', physical_card from member where physical_card <> '' group by org_code, physical_card having count(*) > 1
    union all
    select 'card of nobody', c.card from member_card c left join member m on m.id = c.member_id and m.org_code = c.org_code
      where m.id is null
    union all
    select 'current card that does not count', m.id from member m
      left join member_card c on c.card = m.physical_card and c.org_code = m.org_code and c.member_id = m.id and c.state = 'active'
      where m.physical_card <> '' and m.id = any(${members}) and c.id is null
    union all
    select 'record of nobody', p.id::text from play_record p left join member m on m.id = p.member_id and m.org_code = p.org_code
      where p.member_id is not null and m.id is null
    union all
    select 'open record of a merged member', p.id::text from play_record p
      join member m on m.id = p.member_id and m.org_code = p.org_code
      where p.state in ('PENDING', 'ESCAPED') and m.merged_into is not null
    union all
    select 'hold and record of two members', h.id::text from hold h join play_record p on p.id = h.id and p.org_code = h.org_code
      where h.state = 'held' and h.member_id is distinct from p.member_id
    union all
    select 'open order that is covered by less than its price', p.id::text
      from play_record p left join hold h on h.id = p.id and h.org_code = p.org_code and h.state = 'held'
      where p.member_id = any(${members}) and p.state = 'PENDING'
        and coalesce((select sum(l.amount) from hold_line l where l.hold_id = h.id and l.org_code = h.org_code), 0) <> p.price
    union all
    select 'merged into somebody merged or unknown', m.id from member m
      left join member other on other.id = m.merged_into and other.org_code = m.org_code
      where m.merged_into is not null and (other.id is null or other.merged_into is not null)
    union all
    select 'merged with something left', m.id from member m
      left join wallet w on w.member_id = m.id and w.org_code = m.org_code and w.value + w.held > 0
      where m.merged_into is not null and (m.experience > 0 or w.member_id is not null)
    union all
    select 'lot of a merged member', l.id::text from wallet_lot l
      join member m on m.id = l.member_id and m.org_code = l.org_code where m.merged_into is not null and l.is_open
    `.execute(trx),
  )
  return [...differences, ...rows]
}

/** The sum of the members' value, of the agreed prices of their settled rides, and of ended value. */
async function ownedAndSpent({ members, plays }: Walk): Promise<{ owned: number; spent: number; ended: number }> {
  const { rows } = await venue.inEveryStore((trx) =>
    sql<{ owned: number; spent: number; ended: number }>`select
      (select coalesce(sum(value), 0)::bigint from wallet where member_id = any(${members})) as owned,
      (select coalesce(sum(price), 0)::bigint from play_record
        where id = any(${plays}::uuid[]) and state = 'CONSUMED') as spent,
      (select coalesce(-sum(delta), 0)::bigint from ledger_line
        where member_id = any(${members}) and cause_kind = 'expire') as ended`.execute(trx),
  )
  return rows[0] ?? { owned: 0, spent: 0, ended: 0 }
}

let walks = 0

it('loses, doubles and orphans nothing when several clients change the same members at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 80, size: 'max' }), async (steps) => {
      const prefix = String(700_000 + ++walks)
      const walk: Walk = { prefix, members: [], plays: [], cards: [], applications: [], given: 0 }
      for (let place = 0; place < 5; place++) {
        walk.members.push(await venue.member({ balance: 10_000, physicalCard: `${prefix}9${place}00` }))
      }
      const left = [...steps]
      const unexpected: string[] = []
      const client = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const { act } = next
          await take(walk, next).catch((error: { code?: string; message: string }) => {
            if (!REFUSALS.includes(error.code ?? '')) unexpected.push(`${act}: ${error.code} ${error.message}`)
          })
        }
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      expect(unexpected).toEqual([])
      expect(await faults(walk)).toEqual([])
      const { owned, spent, ended } = await ownedAndSpent(walk)
      expect(owned + spent + ended).toBe(5 * 10_000 + walk.given)
    }),
    // A failed walk reports its seed; a shorter one would mostly meet another order of events.
    { numRuns: WALKS, endOnFailure: true },
  )
})
