import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#main/core/clock.ts'
import type { Migration, Sqlite } from '#main/core/database.ts'
import type { Log } from '#main/core/log.ts'
import type { SecureStore } from '#main/core/secure-store.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { Member } from '#shared/features/members/members.contract.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

/** Personal data is dropped from a counter PC after seven days (domain.md "Offline at the counter"). */
const KEEP_FOR = 7 * 24 * 3600_000
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
  const byId = db.prepare<[string, string, number], Row>(
    'select sealed, read_at from member_cache where org_code = ? and id_hash = ? and read_at >= ?',
  )
  const byCard = db.prepare<[string, string, number], Row>(
    `select m.sealed, m.read_at from member_card c join member_cache m using (org_code, id_hash)
     where c.org_code = ? and c.card_hash = ? and m.read_at >= ?`,
  )
  const all = db.prepare<[string, number], Row>(
    'select sealed, read_at from member_cache where org_code = ? and read_at >= ? order by read_at desc',
  )
  const dropMember = db.prepare<[string, string]>('delete from member_cache where org_code = ? and id_hash = ?')
  const dropCard = db.prepare<[string, string]>('delete from member_card where org_code = ? and card_hash = ?')
  const purgeOld = db.prepare<[number]>('delete from member_cache where read_at < ?')
  const purgeCards = db.prepare(
    'delete from member_card where (org_code, id_hash) not in (select org_code, id_hash from member_cache)',
  )

  const idHash = (id: string): string => hash(`id:${id}`)
  const cardHash = (card: string): string => hash(`card:${card}`)
  const oldest = (): number => clock.now() - KEEP_FOR

  function opened(row: Row | undefined): CachedMember | null {
    if (!row) return null
    try {
      const member = Member.parse(JSON.parse(protect.decrypt(row.sealed)))
      return { member: lessHeld(member, heldOf(member.orgCode, member.id, row.read_at)), readAt: new Date(row.read_at) }
    } catch (error) {
      log.warn('a cached member cannot be read', { error })
      return null
    }
  }

  return {
    /** Keeps members just read from the server; `card` is what one was found by, also where it is not the main card. */
    put: db.transaction((orgCode: string, members: readonly Member[], card = '') => {
      for (const member of members) {
        const id = idHash(member.id)
        insert.run(orgCode, id, protect.encrypt(JSON.stringify(member)), clock.now())
        for (const value of new Set([member.physicalCard, card])) {
          if (value !== '') insertCard.run(orgCode, cardHash(value), id)
        }
      }
    }),
    byId: (orgCode: string, id: string) => opened(byId.get(orgCode, idHash(id), oldest())),
    byCard: (orgCode: string, card: string) => opened(byCard.get(orgCode, cardHash(card), oldest())),
    all: (orgCode: string): Member[] => all.all(orgCode, oldest()).flatMap((row) => opened(row)?.member ?? []),
    /** The server knows somebody else, or nobody, by this number now: it became a part of another member. */
    forgetNumber: (orgCode: string, id: string) => void dropMember.run(orgCode, idHash(id)),
    /** The server knows no member by this card any more. */
    forgetCard: (orgCode: string, card: string) => void dropCard.run(orgCode, cardHash(card)),
    purge: db.transaction(() => {
      purgeOld.run(oldest())
      purgeCards.run()
    }),
  }
}

/** A member with what is left for the next start. */
function lessHeld(member: Member, held: HeldValue): Member {
  const { availableBalance, availableIntegral, availableQuan, offlineValue } = member
  return {
    ...member,
    availableBalance: fromMinor(Math.max(0, toMinor(availableBalance) - held.money)),
    availableIntegral: Math.max(0, availableIntegral - held.integral),
    availableQuan: Math.max(0, availableQuan - held.laps),
    offlineValue: offlineValue && {
      ...offlineValue,
      amount: fromMinor(Math.max(0, toMinor(offlineValue.amount) - held.money)),
    },
  }
}
