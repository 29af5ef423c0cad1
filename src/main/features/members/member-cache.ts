import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '#main/core/clocks/clock.ts'
import type { Log } from '#main/core/log.ts'
import type { Migration, Sqlite } from '#main/core/storage/database.ts'
import type { SecureStore } from '#main/core/storage/secure-store.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromFamily } from '#shared/core/family-names.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { Member } from '#shared/features/members/members.contract.ts'
import { isMaskedPhone, maskPhone } from '#shared/features/members/phone.calc.ts'
import type { HeldValue } from '#shared/features/sessions/hold.calc.ts'

/** Personal data is deleted from a terminal after seven days without the server (domain.md "Offline at the counter"). */
const KEEP_FOR = 7 * 24 * 3600_000
const MAX_MEMBERS = 50_000
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
  // Time of the last complete update of a store's members, and the watermark of the next request.
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

/** Hashes search keys of members with this terminal's key, so that the file cannot be searched. */
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
  /** Value taken by starts of this terminal that the server's data of the member does not include. */
  heldOf(orgCode: string, memberId: string, serverReadAt: number): HeldValue
  clock: Clock
  log: Log
}

interface Row {
  sealed: Buffer
  read_at: number
}

export type MemberCache = ReturnType<typeof memberCache>

/** Encrypted cache of members by card and id. */
export function memberCache({ db, protect, hash, heldOf, clock, log }: MemberCacheDeps) {
  const insert = db.prepare<[string, string, Buffer, number]>('insert or replace into member_cache values (?, ?, ?, ?)')
  const insertCard = db.prepare<[string, string, string]>('insert or replace into member_card values (?, ?, ?)')
  // After a full update the server sends every change, so unchanged members are as fresh as the last update.
  const freshAt = `coalesce((select max(m.read_at, s.synced_at) from member_sync s
    where s.org_code = m.org_code and s.whole_at <= m.read_at), m.read_at)`
  const byId = db.prepare<[string, string, number], Row>(
    `select m.sealed, ${freshAt} as read_at from member_cache m
     where m.org_code = ? and m.id_hash = ? and ${freshAt} >= ?`,
  )
  const byCard = db.prepare<[string, string, number], Row>(
    `select m.sealed, ${freshAt} as read_at from member_card c join member_cache m using (org_code, id_hash)
     where c.org_code = ? and c.card_hash = ? and ${freshAt} >= ?`,
  )
  const all = db.prepare<[string, number], Row>(
    `select m.sealed, ${freshAt} as read_at from member_cache m where m.org_code = ? and ${freshAt} >= ? order by m.read_at desc`,
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
  const purgeOld = db.prepare<[number]>(`delete from member_cache as m where ${freshAt} < ?`)
  const purgeMany = db.prepare<[number]>(
    'delete from member_cache where rowid in (select rowid from member_cache order by read_at desc limit -1 offset ?)',
  )
  const purgeCards = db.prepare(
    'delete from member_card where (org_code, id_hash) not in (select org_code, id_hash from member_cache)',
  )

  const idHash = (id: string): string => hash(`id:${id}`)
  const cardHash = (card: string): string => hash(`card:${card}`)
  const oldest = (): number => clock.now() - KEEP_FOR
  /** With another key no stored member can be found. */
  const keptBy = hash('kept by')

  function opened(row: Row | undefined): CachedMember | null {
    if (!row) return null
    try {
      // Earlier versions stored members in wire format.
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

  /** The stores of members of other stores that were looked up, by number: nothing else of them stays here. */
  const homes = new Map<string, string>()

  /** An answer to a user who sees masked phones does not replace the whole one that is cached. */
  function withWholePhone(orgCode: string, member: Member): Member {
    if (!isMaskedPhone(member.phone)) return member
    const phone = ofNumber(orgCode, member.id)?.member.phone ?? ''
    return maskPhone(phone) === member.phone ? { ...member, phone } : member
  }

  /** Stores members read from the server, but not those of other stores; `card` is the card used, if not the main one. */
  const put = db.transaction((orgCode: string, members: readonly Member[], card = '') => {
    for (const member of members) {
      if (member.homeStore !== '') {
        homes.set(member.id, member.homeStore)
        continue
      }
      const id = idHash(member.id)
      insert.run(orgCode, id, protect.encrypt(JSON.stringify(withWholePhone(orgCode, member))), clock.now())
      for (const value of new Set([member.physicalCard, card])) {
        if (value !== '') insertCard.run(orgCode, cardHash(value), id)
      }
    }
  })

  const ofNumber = (orgCode: string, id: string) => opened(byId.get(orgCode, idHash(id), oldest()))

  return {
    put,
    byId: ofNumber,
    /**
     * The member of a start that is stored here first; null where it is not cached. Throws `members.elsewhere` for members of other stores,
     * who pay at once, or without the server `members.elsewhereOffline`: only the server knows their value.
     */
    forStart(orgCode: string, id: string, canAsk: boolean): Member | null {
      const store = homes.get(id)
      if (store !== undefined)
        throw new AppError(canAsk ? 'members.elsewhere' : 'members.elsewhereOffline', { field: 'userId', store })
      return ofNumber(orgCode, id)?.member ?? null
    },
    byCard: (orgCode: string, card: string) => opened(byCard.get(orgCode, cardHash(card), oldest())),
    /** Returns matching members, last read first. Only matches are decrypted completely, because there may be tens of thousands. */
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
     * Watermark of the next request for changes. Empty before the first full update and after a week, when all members are read
     * again, which drops those who have not come for long and corrects any inconsistency.
     */
    mark: (orgCode: string): string => mark.get(orgCode, keptBy, oldest())?.mark ?? '',
    /** Call after a complete update. */
    setMark: (orgCode: string, next: { mark: string; askedAt: number; isWhole: boolean }) =>
      void setMark.run({ orgCode, ...next, keptBy, isWhole: next.isWhole ? 1 : 0 }),
    /** Stores changed members and removes their other search keys, which may be outdated. */
    change: db.transaction((orgCode: string, members: readonly Member[]) => {
      for (const { id } of members) dropCards.run(orgCode, idHash(id))
      put(orgCode, members)
    }),
    /** The server has no member, or another one, for this id, such as after a merge. */
    forgetNumber: (orgCode: string, id: string) => void dropMember.run(orgCode, idHash(id)),
    /** The server has no member for this card. */
    forgetCard: (orgCode: string, card: string) => void dropCard.run(orgCode, cardHash(card)),
    purge: db.transaction(() => {
      purgeOld.run(oldest())
      purgeMany.run(MAX_MEMBERS)
      purgeCards.run()
    }),
  }
}

/** A member with the value available for the next start. */
function lessHeld(member: Member, held: HeldValue): Member {
  const { availableBalance, availableGive, availableIntegral, availableQuan, availableCoins, offlineValue } = member
  return {
    ...member,
    availableBalance: fromMinor(Math.max(0, toMinor(availableBalance) - held.money - held.give)),
    // The server decides at the upload which of the two is used.
    availableGive:
      held.money > 0 || availableGive === null ? null : fromMinor(Math.max(0, toMinor(availableGive) - held.give)),
    availableIntegral: Math.max(0, availableIntegral - held.integral),
    availableQuan: Math.max(0, availableQuan - held.laps),
    availableCoins: Math.max(0, availableCoins - held.coins),
    offlineValue: offlineValue && {
      ...offlineValue,
      amount: fromMinor(Math.max(0, toMinor(offlineValue.amount) - held.money)),
    },
  }
}
