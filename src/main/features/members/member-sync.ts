import type { Clock } from '#main/core/clock.ts'
import { isUnreachable } from '#main/core/failures.ts'
import type { Log } from '#main/core/log.ts'
import { AppError } from '#shared/core/errors.ts'
import type { MemberCachePage } from '#shared/features/members/members.contract.ts'
import type { MemberCache } from './member-cache.ts'

/** Whoever is signed in, and in which store. */
interface Who {
  orgCode: string
  token: string
  userId: string
}

export interface MemberSyncDeps {
  cache: Pick<MemberCache, 'mark' | 'setMark' | 'change' | 'forgetNumber'>
  clock: Clock
  log: Log
  /** Null while the server cannot be asked. */
  grant(): Who | null
  ask(body: { since: string; after: string }, who: Who): Promise<MemberCachePage>
  write(run: () => void): void
}

/** Codes by which the server says that this terminal, or who is signed in, may not keep its members. */
const refused = ['terminals.notEnrolled', 'auth.forbidden', 'terminals.revoked', 'terminals.signatureInvalid']

/** Keeps the members of the store at hand for work without the server: all at first, then what has changed since. */
export function createMemberSync({ cache, clock, log, grant, ask, write }: MemberSyncDeps) {
  let running: Promise<void> | null = null
  let isWantedAgain = false
  let isClosed = false

  /** False where somebody else works here by now, about whose store nothing was read. */
  async function readAll(who: Who): Promise<boolean> {
    const { orgCode } = who
    const askedAt = clock.now()
    const since = cache.mark(orgCode)
    let first: MemberCachePage | null = null
    for (let after: string | null = ''; after !== null; ) {
      const page: MemberCachePage = await ask({ since, after }, who)
      // Somebody may have signed out, or works in another store by now; the next time begins anew.
      if (isClosed || grant()?.token !== who.token) return false
      // What changes while pages are read is told again the next time.
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
        log.warn('members cannot be read for work without the server', { error })
      return false
    }
  }

  /** Whoever enrolled, signed in or came back while a call was on its way, for which it came too early, has another one made. */
  async function work(): Promise<void> {
    do {
      isWantedAgain = false
    } while (!(await workOnce()) && isWantedAgain)
  }

  return {
    /** Asks for what has changed; of several who want it at once all get the same answer, unless there is none. */
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
