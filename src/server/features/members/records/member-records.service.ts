import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { type Writer, writerOf } from '#server/core/lists/crud.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { lettersOfMember } from '#server/features/members/initials.service.ts'
import { raiseMember } from '#server/features/members/levels/member-levels.repository.ts'
import { storeFor } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromWireTime, toWireTime } from '#shared/core/time.ts'
import { maskIdentityNumber } from '#shared/features/members/identity-number.calc.ts'
import {
  GUARDED_FIELDS,
  type MemberAdd,
  type MemberEdit,
  memberFields,
  PERSONAL_FIELDS,
} from '#shared/features/members/member-records.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { isTaken, type ListedMember, memberColumnOf, membersById, memberValueOf } from './member-records.repository.ts'
import { idNumberOf } from './member-records.view.ts'

/** Permission without the change limit: also for fields with value, and for the limit itself. */
const UNLIMITED = 'member:editunlimited'

/** Members in the audit trail; a member's own changes have another path. */
const MEMBER_KIND = '/membermanage/sysMemberManage'

export const FROZEN = 2

type Values = Record<string, unknown>

const isMasked = (value: string | undefined): value is string => value?.includes('*') ?? false

/** Throws `members.notYours` for guarded fields without that permission. */
function refuseGuarded(user: SignedIn, input: Values): void {
  if (user.actions.has(UNLIMITED)) return
  const field = GUARDED_FIELDS.find((name) => input[name] !== undefined)
  if (field) throw new AppError('members.notYours', { field })
}

/** Creates the service for member records. Each change is checked against the change limit and the permissions of the caller. */
export function memberRecordsService(deps: Pick<Deps, 'clock' | 'sealer'>) {
  const { clock, sealer } = deps

  const listed = (trx: Transaction, user: SignedIn) =>
    dataRules(
      trx,
      user,
      { permissions: ['member:list'], fields: memberFields.filter, columnOf: memberValueOf },
      clock(),
    )

  /** The members of a call, locked for changes. Members that data rules hide count as missing. Throws `common.recordNotFound`. */
  const requireMembers = async (trx: Transaction, { user }: CallContext, ids: readonly string[], isForUpdate = false) =>
    membersById(trx, ids, await listed(trx, user), isForUpdate)

  const requireMember = async (
    trx: Transaction,
    ctx: CallContext,
    id: string,
    isForUpdate = false,
  ): Promise<ListedMember> => {
    const [member] = await requireMembers(trx, ctx, [id], isForUpdate)
    if (!member) throw new AppError('common.recordNotFound')
    return member
  }

  const lockUnmerged = async (trx: Transaction, ctx: CallContext, id: string): Promise<ListedMember> => {
    const member = await requireMember(trx, ctx, id, true)
    if (member.mergedInto !== null) throw new AppError('members.merged', { into: member.mergedInto })
    return member
  }

  /** The columns that an input sets, with sealed and converted values. */
  const columnsOf = (input: Values, orgCode: string): Values => {
    const { idCard, endTime, birthday, ...rest } = input
    const set: Values = {}
    for (const [field, value] of Object.entries(rest)) if (value !== undefined) set[memberColumnOf(field)] = value
    if (typeof idCard === 'string') set.idNumberSealed = sealer.seal(idCard, idNumberOf(orgCode))
    if (endTime !== undefined) set.endTime = endTime ? fromWireTime(String(endTime)) : null
    if (birthday !== undefined) set.birthday = birthday || null
    return set
  }

  /** The member's values as a form shows them, to find changes. */
  const formValues = (member: ListedMember): Values => ({
    nickname: member.nickname,
    realname: member.realname,
    phone: member.phone,
    gender: member.gender,
    birthday: member.birthday,
    idCard: sealer.open(member.idNumberSealed, idNumberOf(member.orgCode)),
    avatar: member.avatar,
    photo: member.photo,
    remark: member.remark,
    racerName: member.racerName,
    messageConsent: member.messageConsent,
    memberLevel: member.memberLevel,
    exp: member.experience,
    endTime: member.endTime && toWireTime(member.endTime),
    editLimit: member.editLimit,
  })

  /** The actual changes: a masked value that was sent back unchanged is ignored. Throws `members.masked` for any other masked value. */
  function changesOf(member: ListedMember, input: MemberEdit): { before: Values; after: Values } {
    const shown = formValues(member)
    const masked: Values = { phone: maskPhone(member.phone), idCard: maskIdentityNumber(String(shown.idCard)) }
    const before: Values = {}
    const after: Values = {}
    for (const [field, value] of Object.entries(input)) {
      if (value === undefined || value === masked[field]) continue
      if (Object.hasOwn(masked, field) && isMasked(String(value))) throw new AppError('members.masked', { field })
      // No value may be sent as null or as an empty string.
      if ((shown[field] || null) === (value || null)) continue
      before[field] = shown[field]
      after[field] = value
    }
    return { before, after }
  }

  /**
   * Adds a member to the caller's store; returns its number. Throws `members.notYours`, `auth.chooseStore`, `rules.chooseStore` at a
   * chain, `members.nameRequired` or `members.phoneOrCard`.
   */
  async function insert(trx: Transaction, input: MemberAdd, { user, at }: Writer): Promise<string> {
    refuseGuarded(user, input)
    // A user of the platform must choose a store first.
    if (user.orgCode === '') throw new AppError('auth.chooseStore')
    const orgCode = await storeFor(trx, user)
    const { nickname = '', realname = '', phone = '', physicalCard = '' } = input
    if (nickname === '' && realname === '') throw new AppError('members.nameRequired', { field: 'realname' })
    if (phone === '' && physicalCard === '') throw new AppError('members.phoneOrCard', { field: 'phone' })
    const { id } = await trx
      .insertInto('member')
      .values({
        editLimit: sql<number>`(select s.member_edit_limit from store s where s.org_code = ${orgCode})`,
        ...columnsOf(input, orgCode),
        // By default the level without experience, if the store has it.
        memberLevel: input.memberLevel || sql<string>`coalesce((level_reached(${orgCode}, 0)).code, '')`,
        orgCode,
        ...lettersOfMember({ realname, nickname }),
        createdBy: user.username,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (input.exp) await raiseMember(trx, { id, orgCode }, at, { user })
    return id
  }

  /**
   * Changes a member within a transaction. Throws `members.masked`, `members.notYours`, `members.editLimitReached` and
   * `members.nameRequired`.
   */
  async function change(
    trx: Transaction,
    { id, ...input }: MemberEdit & { id: string },
    ctx: CallContext,
  ): Promise<null> {
    const member = await lockUnmerged(trx, ctx, id)
    const { before, after } = changesOf(member, input)
    if (Object.keys(after).length === 0) return null
    refuseGuarded(ctx.user, after)
    const set = columnsOf(after, member.orgCode)
    const isPersonal = PERSONAL_FIELDS.some((field) => Object.hasOwn(after, field))
    if (isPersonal && !ctx.user.actions.has(UNLIMITED) && member.editLimit !== -1) {
      if (member.editLimit === 0) throw new AppError('members.editLimitReached')
      set.editLimit = member.editLimit - 1
    }
    const { nickname = member.nickname, realname = member.realname } = after as Partial<MemberAdd>
    if (nickname === '' && realname === '') throw new AppError('members.nameRequired', { field: 'realname' })
    await trx
      .updateTable('member')
      .set({
        ...set,
        ...lettersOfMember({ realname, nickname }),
        updatedBy: ctx.user.username,
        updatedAt: clock(),
      })
      .where('id', '=', id)
      .where('orgCode', '=', member.orgCode)
      .execute()
    // Experience always raises the level, however it was changed.
    if (after.exp !== undefined) await raiseMember(trx, member, clock(), ctx)
    ctx.touched({ id, kind: MEMBER_KIND, before, after })
    return null
  }

  return {
    insert,
    listed,
    requireMember,

    add: (input: MemberAdd, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const id = await insert(trx, input, writerOf(deps, ctx))
        ctx.touched({ id, after: input })
        return { id }
      }),

    /** Reports duplicates of a phone or card early; only saving is decisive. */
    check: (
      { phone = '', physicalCard = '', id }: { phone?: string; physicalCard?: string; id?: string },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const orgCode = id === undefined ? ctx.user.orgCode : (await requireMember(trx, ctx, id)).orgCode
        if (phone !== '' && (await isTaken(trx, orgCode, 'phone', phone, id ?? ''))) {
          throw new AppError('members.phoneTaken', { field: 'phone' })
        }
        if (physicalCard !== '' && (await isTaken(trx, orgCode, 'physicalCard', physicalCard, id ?? ''))) {
          throw new AppError('members.cardTaken', { field: 'physicalCard' })
        }
        return null
      }),

    change,
    edit: (input: MemberEdit & { id: string }, ctx: CallContext) => ctx.tx((trx) => change(trx, input, ctx)),

    freeze: ({ ids, status, reason }: { ids: string[]; status: number; reason: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const frozen = status === FROZEN
        const members = await requireMembers(trx, ctx, ids, true)
        const toChange = members.filter((member) => member.frozen !== frozen && member.mergedInto === null)
        for (const { id, orgCode } of toChange) {
          await trx
            .updateTable('member')
            .set({
              frozen,
              frozenReason: frozen ? reason : '',
              updatedBy: ctx.user.username,
              updatedAt: clock(),
            })
            .where('id', '=', id)
            .where('orgCode', '=', orgCode)
            .execute()
          ctx.touched({ id, before: { frozen: !frozen }, after: { frozen, reason } })
        }
        if (toChange.length === 0) ctx.doneBefore()
        return null
      }),

    async setPassword({ id, password }: { id: string; password: string }, ctx: CallContext): Promise<null> {
      const consumePassword = password === '' ? null : await hash(password)
      return ctx.tx(async (trx) => {
        const member = await lockUnmerged(trx, ctx, id)
        await trx
          .updateTable('member')
          .set({ consumePassword, updatedBy: ctx.user.username, updatedAt: clock() })
          .where('id', '=', id)
          .where('orgCode', '=', member.orgCode)
          .execute()
        const had = (set: string | null) => ({ set: set === null ? 'NO' : 'YES' })
        ctx.touched({ id, kind: MEMBER_KIND, before: had(member.consumePassword), after: had(consumePassword) })
        return null
      })
    },

    showIdCard: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const member = await requireMember(trx, ctx, id)
        ctx.touched({ id })
        return { idCard: sealer.open(member.idNumberSealed, idNumberOf(member.orgCode)) }
      }),
  }
}
