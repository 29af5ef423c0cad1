import { z } from 'zod'
import { askerOf, createGuard, guarded } from '#server/core/auth/auth-guard.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { scopeOf } from '#server/db/database.ts'
import { requireActiveMember } from '#server/features/members/index.ts'
import {
  authorizationUrl,
  bindOpenid,
  guestWechatCalls,
  holderOf,
  identify,
  type WechatUser,
} from '#server/features/wechat/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { WechatKind } from '#shared/features/wechat/wechat-accounts.schema.ts'
import { callerIdOf, endSessions, lockedMember } from './member-sessions.repository.ts'
import { asStranger, openSession, venueOf } from './member-sessions.service.ts'

/** How long a proof is valid: the time to sign in by phone. */
const PROOF_MS = 15 * 60_000
/** How many invented codes an address may bring before it waits: guests at a venue share one. */
const FREE_CODES = 41
const PURPOSE = 'wechat openid proof'

const Proof = z.object({
  orgCode: z.string(),
  appId: z.string(),
  openid: z.string(),
  isOfficial: z.boolean(),
  until: z.number(),
})

interface SignInInput {
  store: string
  wechatKind: WechatKind
  code: string
  scene: string
}

/** Sign-in of members by the openid of WeChat, and its binding. */
export function memberWechatService(deps: Deps) {
  const { db, clock, sealer, config } = deps
  const guard = createGuard(deps)

  /** Throws `wechat.proofEnded` for a proof that is forged, old, or of another store. */
  function openProof(sealed: string, orgCode: string): z.output<typeof Proof> {
    try {
      const proof = Proof.parse(JSON.parse(sealer.open(sealed, PURPOSE)))
      if (proof.orgCode === orgCode && proof.until > clock().getTime()) return proof
    } catch {
      // Refused below, like an old one.
    }
    throw new AppError('wechat.proofEnded')
  }

  /** Counts the code by the address before anybody is asked, and only an invented or used one stays counted. */
  async function identified(
    { store, wechatKind: kind, code, scene }: SignInInput,
    ctx: CallContext,
  ): Promise<WechatUser & { orgCode: string }> {
    const asker = askerOf(ctx.ip)
    const attempt = await guard.reserve([guarded(`wechat codes from ${asker}`, FREE_CODES)])
    try {
      // WeChat may take seconds to answer, so only the look-up takes the turn of guests.
      const { orgCode } = await asStranger(deps, ctx, () => venueOf(deps, store))
      const known = await guestWechatCalls.run(() => identify(deps, { orgCode, kind, code, scene }), asker)
      const user = { ...known, orgCode }
      await attempt.right()
      return user
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'wechat.codeInvalid')) await attempt.right()
      throw error
    }
  }

  return {
    async authorization({ store, state }: { store: string; state: string }) {
      const { orgCode } = await venueOf(deps, store)
      if (config.publicUrl === '') return { url: '' }
      const page = `${config.publicUrl}/m/${encodeURIComponent(store)}`
      return { url: await authorizationUrl(deps, { orgCode, page, state }) }
    },

    /**
     * Signs the member of an openid in. The proof of an unbound openid is for `bind`. Throws what `identify` throws, `members.frozen` and
     * `members.ended`.
     */
    async signIn(input: SignInInput, ctx: CallContext) {
      const user = await identified(input, ctx)
      const { orgCode } = user
      const session = await db.scoped(scopeOf(orgCode), async (trx) => {
        const memberId = await holderOf(trx, user)
        const row = memberId === undefined ? null : await lockedMember(trx, orgCode, memberId)
        // The binding may have ended while the member was being changed.
        if (!row || (await holderOf(trx, user)) !== memberId) return null
        requireActiveMember(row, clock())
        return openSession(deps, trx, ctx, row)
      })
      if (session) return { ...session, proof: '' }
      const proof = { ...user, until: clock().getTime() + PROOF_MS }
      return { token: '', member: null, proof: sealer.seal(JSON.stringify(proof), PURPOSE) }
    },

    /** Binds an openid to the caller. Sessions of its earlier member, and other sessions of the caller, end. */
    async bind(sealed: string, ctx: CallContext): Promise<null> {
      const { orgCode } = ctx.user
      const ended = await ctx.tx(async (trx) => {
        const proof = openProof(sealed, orgCode)
        const callers: string[] = []
        for (const memberId of await bindOpenid(deps, ctx, trx, { ...proof, memberId: ctx.memberId })) {
          await endSessions(trx, { memberId, orgCode }, memberId === ctx.memberId ? { except: ctx.tokenHash } : {})
          callers.push(await callerIdOf(trx, { orgCode, id: memberId }))
        }
        return callers
      })
      for (const userId of ended) await deps.auth.forget({ userId })
      return null
    },
  }
}
