import type { Clock } from '#main/core/clocks/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import { AppError } from '#shared/core/errors.ts'
import type { MemberCachePage } from '#shared/features/members/members.contract.ts'
import type { MemberCache } from './member-cache.ts'

/** The signed-in user and store. */
interface Who {
  orgCode: string
  token: string
  userId: string
}

export interface MemberSyncDeps {
  cache: Pick<MemberCache, 'mark' | 'setMark' | 'change' | 'forgetNumber'>
  clock: Clock
  log: Log
  /** Null while the server is not available. */
  grant(): Who | null
  ask(body: { since: string; after: string }, who: Who): Promise<MemberCachePage>
  write(run: () => void): void
}

/** Error codes that mean that this terminal or user may not cache members. */
const refused = ['terminals.notEnrolled', 'auth.forbidden', 'terminals.revoked', 'terminals.signatureInvalid']

/** Caches the store's members for offline work: all at first, then changes. */
export function createMemberSync({ cache, clock, log, grant, ask, write }: MemberSyncDeps) {
  let running: Promise<void> | null = null
  let isWantedAgain = false
  let isClosed = false

  /** False if the user or store has changed meanwhile. */
  async function readAll(who: Who): Promise<boolean> {
    const { orgCode } = who
    const askedAt = clock.now()
    const since = cache.mark(orgCode)
    let first: MemberCachePage | null = null
    for (let after: string | null = ''; after !== null; ) {
      const page: MemberCachePage = await ask({ since, after }, who)
      // The user may have signed out or changed the store; the next update starts over.
      if (isClosed || grant()?.token !== who.token) return false
      // Changes during the download are sent again the next time.
      first ??= page
      const { members, gone } = page
      write(() => {
        for (const id of gone) cache.forgetNumber(orgCode, id)
        cache.change(orgCode, members)
      })
      after = page.next
    }
    const { mark = '', whole: isWhole = false } = first ?? {}
    write(() => cache.setMark(orgCode, { mark, askedAt, isWhole }))
    return true
  }

  async function workOnce(): Promise<boolean> {
    const who = grant()
    if (!who || isClosed) return true
    try {
      return await readAll(who)
    } catch (error) {
      const code = error instanceof AppError ? error.code : ''
      if (!isUnreachable(error) && !refused.includes(code))
        log.warn('members cannot be downloaded for offline work', { error })
      return false
    }
  }

  /** An enrolment, sign-in or reconnect during a running update requests another one. */
  async function work(): Promise<void> {
    do {
      isWantedAgain = false
    } while (!(await workOnce()) && isWantedAgain)
  }

  return {
    /** Requests changes; concurrent callers share the result. */
    refresh(): Promise<void> {
      isWantedAgain = true
      running ??= work().finally(() => {
        running = null
      })
      return running
    },
    close(): void {
      isClosed = true
    },
  }
}
