import { randomBytes } from 'node:crypto'
import { leaveTrail } from '#server/core/audit/audit.ts'
import { askerOf } from '#server/core/auth/auth-guard.ts'
import { hashOf } from '#server/core/secrets/token-hash.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { levelKey, type MemberRow, requireActiveMember, standingsOf } from '#server/features/members/index.ts'
import { smsCodesService } from '#server/features/sign-in/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { MemberOfPage } from '#shared/features/member-page/member-page.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { demoCodeOf } from './demo-code.calc.ts'
import {
  addSession,
  callerIdOf,
  endSessions,
  findStore,
  hasMember,
  memberOfPhone,
  type PageStore,
  sessionsOf,
  storesOfChain,
} from './member-sessions.repository.ts'
import { ownMember } from './own-member.repository.ts'

const SESSION_MS = 30 * 86_400_000

/** Members in the audit trail. */
export const MEMBER_KIND = '/membermanage/sysMemberManage'

/** Sign-in of members and their sessions. */
export function memberSessionsService(deps: Deps) {
  const { db, clock, config } = deps
  const codes = smsCodesService(deps)
  const storeOf = async (key: string, ctx: CallContext): Promise<string> =>
    (await asStranger(deps, ctx, () => venueOf(deps, key))).orgCode

  return {
    async store(key: string) {
      const { orgCode, name, isChain } = await findStore(deps, key)
      return { orgCode, name, stores: isChain ? await storesOfChain(deps, orgCode) : [] }
    },

    async sendCode({ store, mobile }: { store: string; mobile: string }, ctx: CallContext) {
      const lookUp = async () => {
        const storeCode = await storeOf(store, ctx)
        const read = () => db.scoped(scopeOf(storeCode), (trx) => hasMember(trx, storeCode, mobile), 'reads')
        return { isWanted: await asStranger(deps, ctx, read), template: 'sms.code' as const, storeCode }
      }
      return { demoCode: demoCodeOf(config, await codes.sendCode({ phone: mobile, mode: '3', lookUp }, ctx)) }
    },

    /**
     * Signs a member in. A phone without a member gets the answer of a wrong code. Throws `account.smsWrong`, `members.frozen` and
     * `members.ended`.
     */
    async signIn({ store, mobile, captcha }: { store: string; mobile: string; captcha: string }, ctx: CallContext) {
      let orgCode = ''
      const find = async () => {
        orgCode = await storeOf(store, ctx)
        return orgCode
      }
      await codes.check({ phone: mobile, mode: '3', storeOf: find, code: captcha }, ctx)
      return db.scoped(scopeOf(orgCode), async (trx) => {
        const row = await memberOfPhone(trx, orgCode, mobile)
        if (!row) throw new AppError('account.smsWrong', { field: 'captcha' })
        requireActiveMember(row, clock())
        return openSession(deps, trx, ctx, row)
      })
    },

    me: (ctx: CallContext) => ctx.tx(async (trx) => memberOfPage(trx, await ownMember(trx, ctx))),

    sessions: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const rows = await sessionsOf(trx, { memberId: ctx.memberId, orgCode: ctx.user.orgCode }, clock())
        return rows.map(({ createdAt, expiresAt, agent, tokenHash }) => ({
          time: toWireTime(createdAt),
          endTime: toWireTime(expiresAt),
          agent,
          isCurrent: tokenHash === ctx.tokenHash,
        }))
      }),

    /** Ends the session of the call, or all of the member; returns their number. */
    async signOut(ctx: CallContext, isEverywhere: boolean): Promise<number> {
      const { memberId } = ctx
      const ended = await ctx.tx(async (trx) => {
        ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { memberPage: 'signedOut' } })
        return endSessions(trx, { memberId, orgCode: ctx.user.orgCode }, isEverywhere ? {} : { only: ctx.tokenHash })
      })
      await deps.auth.forget(isEverywhere ? { userId: ctx.user.id } : { tokenHash: ctx.tokenHash })
      return ended
    },
  }
}

/** Runs a read of a guest who has not signed in: guests share one connection of the lists'. */
export const asStranger = <T>(
  { strangers }: Deps,
  { ip }: Pick<CallContext, 'ip'>,
  read: () => Promise<T>,
): Promise<T> => strangers.run(read, askerOf(ip))

/** The store of a sign-in. Throws `memberPage.storeUnknown`, also for chains, whose members belong to their stores. */
export async function venueOf(deps: Pick<Deps, 'db'>, key: string): Promise<PageStore> {
  const store = await findStore(deps, key)
  if (store.isChain) throw new AppError('memberPage.storeUnknown', { field: 'store' })
  return store
}

/** Begins a session of a member who has proven to be this person. */
export async function openSession(
  { clock }: Pick<Deps, 'clock'>,
  trx: Transaction,
  ctx: CallContext,
  row: MemberRow,
): Promise<{ token: string; member: MemberOfPage }> {
  const now = clock()
  const token = randomBytes(32).toString('base64url')
  await addSession(trx, {
    tokenHash: hashOf(token),
    orgCode: row.orgCode,
    memberId: row.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    address: ctx.ip,
    agent: ctx.agent,
  })
  await leaveSignInTrail(trx, ctx, row)
  return { token, member: await memberOfPage(trx, row) }
}

/** A sign-in has no caller yet: its entry names the member. */
async function leaveSignInTrail(trx: Transaction, ctx: CallContext, row: MemberRow): Promise<void> {
  const { requestId, path, ip, begun } = ctx
  const user = {
    id: await callerIdOf(trx, row),
    username: '',
    realname: row.nickname || row.realname,
    orgCode: row.orgCode,
  }
  const entry = { id: row.id, kind: MEMBER_KIND, after: { memberPage: 'signedIn' } }
  await leaveTrail(trx, { requestId, path, ip, begun, method: 'POST', key: '', input: {}, user }, [entry])
}

async function memberOfPage(trx: Transaction, row: MemberRow): Promise<MemberOfPage> {
  const { id, orgCode, nickname, realname, avatar, phone, memberLevel } = row
  const store = await trx.selectFrom('store').select('name').where('orgCode', '=', orgCode).executeTakeFirstOrThrow()
  const standing = (await standingsOf(trx, [row])).get(levelKey(orgCode, id))
  return {
    id,
    name: nickname || realname,
    avatar,
    phone: maskPhone(phone),
    level: standing?.name ?? memberLevel,
    store: { orgCode, name: store.name },
  }
}
