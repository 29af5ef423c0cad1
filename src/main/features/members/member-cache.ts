import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#main/core/clock.ts'
import type { Migration, Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { Member } from '#shared/features/members/members.contract.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

/** Personal data is dropped from a counter PC after seven days without the server (domain.md "Offline at the counter"). */
const KEEP_FOR = 7 * 24 * 3600_000
const KEPT_AT_MOST = 50_000
const KEY_ENTRY = 'member-key'

export const memberMigrations: Migration[] = [
  {
    name: 'members-0001-cache',
    sql: `
      create table member_cache (
        org_code text not null,
        id_hash text not null,
        sealed blob not null,
        read_at integer not null,
        primary key (org_code, id_hash)
      ) strict;
      create table member_card (
        org_code text not null,
        card_hash text not null,
        id_hash text not null,
        primary key (org_code, card_hash)
      ) strict;
      create index member_cache_age on member_cache (read_at);
    `,
  },
  // When the server last said all that had changed of a store's members, and what it is asked with the next time.
  {
    name: 'members-0002-sync',
    sql: `
      create table member_sync (
        org_code text primary key, mark text not null, synced_at integer not null, whole_at integer not null, kept_by text not null
      ) strict;
      create index member_card_owner on member_card (org_code, id_hash);
    `,
  },
]

export interface CachedMember {
  member: Member
  readAt: Date
}

/** Hashes what a member is found by with this terminal's own key, so that the file can neither be read nor searched. */
export function memberHash(store: SecureStore, log: Log): (value: string) => string {
  let key = store.get(KEY_ENTRY)
  if (key === null) {
    key = randomBytes(32).toString('base64')
    try {
      store.set(KEY_ENTRY, key)
    } catch (error) {
      log.error('the key of the member cache cannot be stored and lasts until the next start', { error })
    }
  }
  const secret = Buffer.from(key, 'base64')
  return (value) => createHmac('sha256', secret).update(value).digest('base64url')
}

export interface MemberCacheDeps {
  db: Sqlite
  protect: Pick<SecureStore, 'encrypt' | 'decrypt'>
  hash: (value: string) => string
  /** What starts of this terminal took from a member's wallets after the server told of them, or will take. */
  heldOf(orgCode: string, memberId: string, toldAt: number): HeldValue
  clock: Clock
  log: Log
}

interface Row {
  sealed: Buffer
  read_at: number
}

export type MemberCache = ReturnType<typeof memberCache>

/** The members read lately, encrypted, by card and by number. */
export function memberCache({ db, protect, hash, heldOf, clock, log }: MemberCacheDeps) {
  const insert = db.prepare<[string, string, Buffer, number]>('insert or replace into member_cache values (?, ?, ?, ?)')
  const insertCard = db.prepare<[string, string, string]>('insert or replace into member_card values (?, ?, ?)')
  // The server tells of every change of whoever is known since it told of everybody: about whom it says nothing it has told, too.
  const told = `coalesce((select max(m.read_at, s.synced_at) from member_sync s
    where s.org_code = m.org_code and s.whole_at <= m.read_at), m.read_at)`
  const byId = db.prepare<[string, string, number], Row>(
    `select m.sealed, ${told} as read_at from member_cache m
     where m.org_code = ? and m.id_hash = ? and ${told} >= ?`,
  )
  const byCard = db.prepare<[string, string, number], Row>(
    `select m.sealed, ${told} as read_at from member_card c join member_cache m using (org_code, id_hash)
     where c.org_code = ? and c.card_hash = ? and ${told} >= ?`,
  )
  const all = db.prepare<[string, number], Row>(
    `select m.sealed, ${told} as read_at from member_cache m where m.org_code = ? and ${told} >= ? order by m.read_at desc`,
  )
  const mark = db.prepare<[string, string, number], { mark: string }>(
    'select mark from member_sync where org_code = ? and kept_by = ? and whole_at > ?',
  )
  const setMark = db.prepare<[{ orgCode: string; mark: string; askedAt: number; keptBy: string; isWhole: 0 | 1 }]>(
    `insert into member_sync values (:orgCode, :mark, :askedAt, :askedAt, :keptBy) on conflict (org_code) do update
       set mark = :mark, synced_at = :askedAt, kept_by = :keptBy, whole_at = iif(:isWhole, :askedAt, whole_at)`,
  )
  const dropCards = db.prepare<[string, string]>('delete from member_card where org_code = ? and id_hash = ?')
  const dropMember = db.prepare<[string, string]>('delete from member_cache where org_code = ? and id_hash = ?')
  const dropCard = db.prepare<[string, string]>('delete from member_card where org_code = ? and card_hash = ?')
  const purgeOld = db.prepare<[number]>(`delete from member_cache as m where ${told} < ?`)
  const purgeMany = db.prepare<[number]>(
    'delete from member_cache where rowid in (select rowid from member_cache order by read_at desc limit -1 offset ?)',
  )
  const purgeCards = db.prepare(
    'delete from member_card where (org_code, id_hash) not in (select org_code, id_hash from member_cache)',
  )

  const idHash = (id: string): string => hash(`id:${id}`)
  const cardHash = (card: string): string => hash(`card:${card}`)
  const oldest = (): number => clock.now() - KEEP_FOR
  /** With another key nobody is found whom the file has. */
  const keptBy = hash('kept by')

  function opened(row: Row | undefined): CachedMember | null {
    if (!row) return null
    try {
      // Earlier versions stored members as they come over the wire.
      const member = Member.parse(fromFamily(Member, JSON.parse(protect.decrypt(row.sealed))))
      return { member: lessHeld(member, heldOf(member.orgCode, member.id, row.read_at)), readAt: new Date(row.read_at) }
    } catch (error) {
      log.warn('a cached member cannot be read', { error })
      return null
    }
  }

  function seemsLike({ sealed }: Row, suits: (member: Member) => boolean): boolean {
    try {
      return suits(JSON.parse(protect.decrypt(sealed)) as Member)
    } catch {
      return false
    }
  }

  /** Keeps members just read from the server; `card` is what one was found by, also where it is not the main card. */
  const put = db.transaction((orgCode: string, members: readonly Member[], card = '') => {
    for (const member of members) {
      const id = idHash(member.id)
      insert.run(orgCode, id, protect.encrypt(JSON.stringify(member)), clock.now())
      for (const value of new Set([member.physicalCard, card])) {
        if (value !== '') insertCard.run(orgCode, cardHash(value), id)
      }
    }
  })

  return {
    put,
    byId: (orgCode: string, id: string) => opened(byId.get(orgCode, idHash(id), oldest())),
    byCard: (orgCode: string, card: string) => opened(byCard.get(orgCode, cardHash(card), oldest())),
    /** Members that suit, those read last first. A match alone is looked at closely: a counter keeps tens of thousands. */
    search(orgCode: string, suits: (member: Member) => boolean, limit: number): Member[] {
      const found: Member[] = []
      for (const row of all.iterate(orgCode, oldest())) {
        const member = seemsLike(row, suits) ? opened(row)?.member : undefined
        if (member) found.push(member)
        if (found.length === limit) break
      }
      return found
    },
    /**
     * What the server is asked with for what has changed since. Empty where it has not told all yet, or not for a week: whoever has not
     * come for long is dropped then, and whatever may have gone wrong is put right.
     */
    mark: (orgCode: string): string => mark.get(orgCode, keptBy, oldest())?.mark ?? '',
    /** The server has told all that had changed when it was asked, or all there is. */
    setMark: (orgCode: string, next: { mark: string; askedAt: number; isWhole: boolean }) =>
      void setMark.run({ orgCode, ...next, keptBy, isWhole: next.isWhole ? 1 : 0 }),
    /** Keeps members of whom the server has told a change: whatever else they were found by may be theirs no more. */
    change: db.transaction((orgCode: string, members: readonly Member[]) => {
      for (const { id } of members) dropCards.run(orgCode, idHash(id))
      put(orgCode, members)
    }),
    /** The server knows somebody else, or nobody, by this number now: it became a part of another member. */
    forgetNumber: (orgCode: string, id: string) => void dropMember.run(orgCode, idHash(id)),
    /** The server knows no member by this card any more. */
    forgetCard: (orgCode: string, card: string) => void dropCard.run(orgCode, cardHash(card)),
    purge: db.transaction(() => {
      purgeOld.run(oldest())
      purgeMany.run(KEPT_AT_MOST)
      purgeCards.run()
    }),
  }
}

/** A member with what is left for the next start. */
function lessHeld(member: Member, held: HeldValue): Member {
  const { availableBalance, availableGive, availableIntegral, availableQuan, offlineValue } = member
  return {
    ...member,
    availableBalance: fromMinor(Math.max(0, toMinor(availableBalance) - held.money)),
    // Which of the two it is taken from is decided when it arrives.
    availableGive: held.money > 0 ? null : availableGive,
    availableIntegral: Math.max(0, availableIntegral - held.integral),
    availableQuan: Math.max(0, availableQuan - held.laps),
    offlineValue: offlineValue && {
      ...offlineValue,
      amount: fromMinor(Math.max(0, toMinor(offlineValue.amount) - held.money)),
    },
  }
}
