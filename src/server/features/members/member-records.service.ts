import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { dataRules } from '#server/core/auth-rules.ts'
import { type Writer, writerOf } from '#server/core/crud.ts'
import type { CallContext, Deps, SignedIn } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
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
import { lettersOfMember } from './initials.service.ts'
import { raiseMember } from './member-levels.repository.ts'
import { isTaken, type ListedMember, memberColumnOf, membersById, memberValueOf } from './member-records.repository.ts'
import { idNumberOf } from './member-records.view.ts'

/** The action of those whom no limit binds: they also set what is worth something, and the limit itself. */
const UNLIMITED = 'member:editunlimited'

export const FROZEN = 2

type Values = Record<string, unknown>

const isMasked = (value: string | undefined): value is string => value?.includes('*') ?? false

/** What nobody changes who is bound by the limit. */
function refuseGuarded(user: SignedIn, given: Values): void {
  if (user.actions.has(UNLIMITED)) return
  const field = GUARDED_FIELDS.find((name) => given[name] !== undefined)
  if (field) throw new AppError('members.notYours', { field })
}

/** Changes to members, each checked against the limit and the rights of who makes them. */
export function memberRecordsService(deps: Pick<Deps, 'clock' | 'sealer'>) {
  const { clock, sealer } = deps

  const listed = (trx: Transaction, user: SignedIn) =>
    dataRules(
      trx,
      user,
      { permissions: ['member:list'], fields: memberFields.filter, columnOf: memberValueOf },
      clock(),
    )

  /** The members whom a call is about, locked where it changes them; what the list hides from somebody is not there. */
  const those = async (trx: Transaction, { user }: CallContext, ids: readonly string[], isToChange = false) =>
    membersById(trx, ids, await listed(trx, user), isToChange)

  const one = async (trx: Transaction, ctx: CallContext, id: string, isToChange = false): Promise<ListedMember> => {
    const [member] = await those(trx, ctx, [id], isToChange)
    if (!member) throw new AppError('common.recordNotFound')
    return member
  }

  const alive = async (trx: Transaction, ctx: CallContext, id: string): Promise<ListedMember> => {
    const member = await one(trx, ctx, id, true)
    if (member.mergedInto !== null) throw new AppError('members.merged', { into: member.mergedInto })
    return member
  }

  /** The columns that an input sets. */
  const columnsOf = (given: Values, orgCode: string): Values => {
    const { idCard, endTime, birthday, ...rest } = given
    const set: Values = {}
    for (const [field, value] of Object.entries(rest)) if (value !== undefined) set[memberColumnOf(field)] = value
    if (typeof idCard === 'string') set.idNumberSealed = sealer.seal(idCard, idNumberOf(orgCode))
    if (endTime !== undefined) set.endTime = endTime ? fromWireTime(String(endTime)) : null
    if (birthday !== undefined) set.birthday = birthday || null
    return set
  }

  /** What a form would show of the member now, to tell what a change is. */
  const shownOf = (member: ListedMember): Values => ({
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
    memberLevel: member.memberLevel,
    exp: member.experience,
    endTime: member.endTime && toWireTime(member.endTime),
    editLimit: member.editLimit,
  })

  /** What really changes: a masked value that came back as it was read changes nothing, any other masked one is refused. */
  function changesOf(member: ListedMember, given: MemberEdit): { before: Values; after: Values } {
    const shown = shownOf(member)
    const masked: Values = { phone: maskPhone(member.phone), idCard: maskIdentityNumber(String(shown.idCard)) }
    const before: Values = {}
    const after: Values = {}
    for (const [field, value] of Object.entries(given)) {
      if (value === undefined || value === masked[field]) continue
      if (Object.hasOwn(masked, field) && isMasked(String(value))) throw new AppError('members.masked', { field })
      // Nothing is sent as nothing or as an empty text.
      if ((shown[field] || null) === (value || null)) continue
      before[field] = shown[field]
      after[field] = value
    }
    return { before, after }
  }

  /** Adds a member to the writer's store, and answers the number. */
  async function insert(trx: Transaction, given: MemberAdd, { user, at }: Writer): Promise<string> {
    refuseGuarded(user, given)
    const { orgCode } = user
    // Whoever works above all stores has to say at which one.
    if (orgCode === '') throw new AppError('auth.chooseStore')
    const { nickname = '', realname = '', phone = '', physicalCard = '' } = given
    if (nickname === '' && realname === '') throw new AppError('members.nameRequired', { field: 'realname' })
    if (phone === '' && physicalCard === '') throw new AppError('members.phoneOrCard', { field: 'phone' })
    const { id } = await trx
      .insertInto('member')
      .values({
        ...columnsOf(given, orgCode),
        // Else the one that needs no experience, where the store has it.
        memberLevel: given.memberLevel || sql<string>`coalesce((level_reached(${orgCode}, 0)).code, '')`,
        orgCode,
        ...lettersOfMember({ realname, nickname }),
        createdBy: user.username,
        createdAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (given.exp) await raiseMember(trx, { id, orgCode }, at, { user })
    return id
  }

  return {
    insert,
    listed,
    one,

    add: (given: MemberAdd, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const id = await insert(trx, given, writerOf(deps, ctx))
        ctx.touched({ id, after: given })
        return { id }
      }),

    /** Says of a phone and a card who is first; saving decides. */
    check: (
      { phone = '', physicalCard = '', id }: { phone?: string; physicalCard?: string; id?: string },
      ctx: CallContext,
    ) =>
      ctx.tx(async (trx) => {
        const orgCode = id === undefined ? ctx.user.orgCode : (await one(trx, ctx, id)).orgCode
        if (phone !== '' && (await isTaken(trx, orgCode, 'phone', phone, id ?? ''))) {
          throw new AppError('members.phoneTaken', { field: 'phone' })
        }
        if (physicalCard !== '' && (await isTaken(trx, orgCode, 'physicalCard', physicalCard, id ?? ''))) {
          throw new AppError('members.cardTaken', { field: 'physicalCard' })
        }
        return null
      }),

    edit: ({ id, ...given }: MemberEdit & { id: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const member = await alive(trx, ctx, id)
        const { before, after } = changesOf(member, given)
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
        // However somebody came by so much experience, it reaches its level.
        if (after.exp !== undefined) await raiseMember(trx, member, clock(), ctx)
        ctx.touched({ id, before, after })
        return null
      }),

    freeze: ({ ids, status, reason }: { ids: string[]; status: number; reason: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const frozen = status === FROZEN
        const members = await those(trx, ctx, ids, true)
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
        const member = await alive(trx, ctx, id)
        await trx
          .updateTable('member')
          .set({ consumePassword, updatedBy: ctx.user.username, updatedAt: clock() })
          .where('id', '=', id)
          .where('orgCode', '=', member.orgCode)
          .execute()
        const had = (set: string | null) => ({ set: set === null ? 'NO' : 'YES' })
        ctx.touched({ id, before: had(member.consumePassword), after: had(consumePassword) })
        return null
      })
    },

    showIdCard: (id: string, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const member = await one(trx, ctx, id)
        ctx.touched({ id })
        return { idCard: sealer.open(member.idNumberSealed, idNumberOf(member.orgCode)) }
      }),
  }
}
