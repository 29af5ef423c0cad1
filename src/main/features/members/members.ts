import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import type { Client } from '#shared/core/client.ts'
import { AppError } from '#shared/core/errors.ts'
import type { Member, members } from '#shared/features/members/members.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { matchesTypedName } from '#shared/features/members/typed-name.calc.ts'
import { readMemberCode } from '#shared/features/scans/index.ts'
import type { MemberCache } from './member-cache.ts'

export interface MembersDeps {
  /** Calls with a short timeout, because a customer waits; null without a token or server. */
  client(): Client<{ members: typeof members }> | null
  cache(): MemberCache | null
  orgCode(): string
  /** Whether the signed-in user may perform an action. */
  mayDo(action: string): boolean
  log: Log
}

export interface FoundMember {
  member: Member | null
  cachedAt: string | null
}

const SHOWN = 20
/** The permissions to look up members and to see whole phones, with or without the server. */
const SEARCH_PERMISSION = 'member:search'
const PHONE_PERMISSION = 'member:phone'

const isEnded = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'members.cardLost' || error.code === 'members.cardReplaced')

export type Members = ReturnType<typeof createMembers>

/** Looks up members at the server, or in the cache if it is unreachable. */
export function createMembers({ client, cache, orgCode, mayDo, log }: MembersDeps) {
  /** A failure of the cache must not fail a successful lookup. */
  function updateCache(change: (entries: MemberCache) => void): void {
    const entries = cache()
    if (!entries) return
    try {
      change(entries)
    } catch (error) {
      log.warn('members cannot be cached for offline work', { error })
    }
  }

  /** Asks the server; undefined if unreachable. */
  async function ask<T>(call: (calls: Client<{ members: typeof members }>) => Promise<T>): Promise<T | undefined> {
    const calls = client()
    if (!calls) return undefined
    try {
      return await call(calls)
    } catch (error) {
      if (isUnreachable(error)) return undefined
      throw error
    }
  }

  function requireSearch(): void {
    if (!mayDo(SEARCH_PERMISSION)) throw new AppError('auth.forbidden')
  }

  /** A cached member as the server would show it to the signed-in user. */
  const shown = (member: Member): Member =>
    mayDo(PHONE_PERMISSION) ? member : { ...member, phone: maskPhone(member.phone) }

  return {
    async find({ card = '', id = '' }: { card?: string | undefined; id?: string | undefined }): Promise<FoundMember> {
      if (card === '' && id === '') throw new AppError('cards.empty')
      // A code changes every half minute and belongs to no card.
      const isCode = readMemberCode(card) !== null
      const store = orgCode()
      const query = card !== '' ? { idCard: card } : { id }
      const answer = await ask((calls) => calls.members.searchMemberById({ query })).catch((error: unknown) => {
        // A lost or replaced card must not find a member offline either.
        if (card !== '' && isEnded(error)) updateCache((entries) => entries.forgetCard(store, card))
        throw error
      })
      if (answer) {
        const member = answer.result
        updateCache((entries) => {
          if (id !== '' && member?.id !== id) entries.forgetNumber(store, id)
          if (member) entries.put(store, [member], ...(isCode ? [] : [card]))
          else if (card !== '' && !isCode) entries.forgetCard(store, card)
        })
        return { member, cachedAt: null }
      }
      requireSearch()
      if (isCode) throw new AppError('members.codeNeedsServer', { field: 'idCard' })
      const cached = card !== '' ? cache()?.byCard(store, card) : cache()?.byId(store, id)
      return { member: cached ? shown(cached.member) : null, cachedAt: cached?.readAt.toISOString() ?? null }
    },

    async search({ keyword }: { keyword: string }): Promise<Member[]> {
      const store = orgCode()
      const answer = await ask((calls) =>
        calls.members.search({ query: { keyword, visitors: 'YES', pageNo: 1, pageSize: SHOWN } }),
      )
      if (answer) {
        const { records } = answer.result
        updateCache((entries) => entries.put(store, records))
        return records
      }
      requireSearch()
      const part = keyword.replace(/^%/, '').toLowerCase()
      const fits = ({ id, nickname = '', realname = '', phone = '', physicalCard, letters = '' }: Member): boolean =>
        id === part ||
        physicalCard === part ||
        phone.endsWith(part) ||
        [nickname, realname].some((name) => name.toLowerCase().includes(part)) ||
        matchesTypedName(letters, part)
      return cache()?.search(store, fits, SHOWN).map(shown) ?? []
    },
  }
}
