import type { CallContext, Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { enrolmentOf, withdrawFace } from '#server/features/faces/index.ts'
import { lockMember, memberRecordsService } from '#server/features/members/index.ts'
import { MAX_PHOTO_UPLOAD_BYTES, requirePhotograph } from '#server/features/photos/index.ts'
import { smsCodesService } from '#server/features/sign-in/index.ts'
import { forgetUpload, storeUpload } from '#server/features/system/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { businessDay, toWireTime } from '#shared/core/time.ts'
import { isMinor } from '#shared/features/agreements/agreement.calc.ts'
import type { MemberOwn } from '#shared/features/member-page/member-own.contract.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { demoCodeOf } from './demo-code.calc.ts'
import { MEMBER_KIND } from './member-sessions.service.ts'
import { ownMember } from './own-member.repository.ts'
import { ownNumbers } from './own-records.repository.ts'

interface Changes {
  nickname?: string | undefined
  realname?: string | undefined
  gender?: '' | '1' | '2' | undefined
  birthday?: string | null | undefined
  avatar?: '' | undefined
  messageConsent?: 'YES' | 'NO' | undefined
}

/** The own data of a member, by the rules of the counter's form. */
export function memberOwnService(deps: Deps) {
  const { db, clock, config, files } = deps
  const records = memberRecordsService(deps)
  const codes = smsCodesService(deps)

  const signaturesOf = async (trx: Transaction, ctx: CallContext) => {
    const { orgCode, ids } = await ownNumbers(trx, ctx)
    const rows = await trx
      .selectFrom('agreementSignature as s')
      .innerJoin('agreement as a', 'a.id', 's.agreementId')
      .select(['s.version', 's.signedAt', 's.kind', 'a.titleZh', 'a.titleEn'])
      .where('s.memberId', 'in', ids)
      .where('s.orgCode', '=', orgCode)
      .orderBy('s.signedAt', 'desc')
      .limit(20)
      .execute()
    return rows.map(({ version, signedAt, kind, titleZh, titleEn }) => ({
      title: (ctx.locale === 'en' && titleEn) || titleZh,
      version,
      signTime: toWireTime(signedAt),
      isFace: kind === 'face',
    }))
  }

  /** The stored file of the member's picture, if the member has uploaded it; locks the member. */
  const ownPicture = async (trx: Transaction, ctx: CallContext) => {
    const { avatar } = await lockMember(trx, ctx.memberId)
    const own = trx
      .selectFrom('uploadedFile')
      .select(['path', 'sha256'])
      .where('path', '=', avatar)
      .where('userId', '=', ctx.user.id)
    return own.executeTakeFirst()
  }

  /** Deletes a picture after the commit. A crash before that leaves a file that nothing shows, which does no harm. */
  const dropPicture = (ctx: CallContext, path: string | undefined): void => {
    if (path === undefined) return
    ctx.afterCommit(async () => {
      await db.scoped(scopeOf(ctx.user.orgCode), (after) => forgetUpload(after, path))
      await files.remove(path)
    })
  }

  /** A known minor does not get round the guardian's signature by another birthday, or by none. */
  const refuseComingOfAge = async (trx: Transaction, ctx: CallContext, birthday: string | null): Promise<void> => {
    const before = await lockMember(trx, ctx.memberId)
    const store = await trx
      .selectFrom('store')
      .select(['timeZone', 'dayStartHour'])
      .where('orgCode', '=', before.orgCode)
      .executeTakeFirstOrThrow()
    const today = businessDay(clock(), store.timeZone, store.dayStartHour)
    if (isMinor(before.birthday, today) && !isMinor(birthday, today))
      throw new AppError('memberOwn.birthdayByStaff', { field: 'birthday' })
  }

  return {
    own: (ctx: CallContext): Promise<MemberOwn> =>
      ctx.tx(async (trx) => {
        const member = await ownMember(trx, ctx)
        const { id, orgCode, nickname, realname, gender, birthday, phone, editLimit, consumePassword } = member
        const face = await enrolmentOf(trx, id, orgCode)
        const request = await trx
          .selectFrom('memberDeletionRequest')
          .select(['state', 'createdAt', 'answer'])
          .where('memberId', '=', id)
          .where('orgCode', '=', orgCode)
          .orderBy('createdAt', 'desc')
          .limit(1)
          .executeTakeFirst()
        return {
          nickname,
          realname,
          gender,
          birthday,
          avatar: member.avatar,
          messageConsent: member.messageConsent,
          phone: maskPhone(phone),
          changesLeft: editLimit,
          hasPassword: consumePassword !== null,
          signatures: await signaturesOf(trx, ctx),
          faceSince: face ? toWireTime(face.enrolledAt) : null,
          deletion: request
            ? { state: request.state, time: toWireTime(request.createdAt), answer: request.answer }
            : null,
        }
      }),

    /** Throws `members.editLimitReached`, `members.nameRequired` and `memberOwn.birthdayByStaff`. */
    edit: (changes: Changes, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        if (changes.avatar !== undefined) dropPicture(ctx, (await ownPicture(trx, ctx))?.path)
        if (changes.birthday !== undefined) await refuseComingOfAge(trx, ctx, changes.birthday)
        return records.change(trx, { ...changes, id: ctx.memberId }, ctx)
      }),

    /**
     * An upload has no key: the same picture again, after a lost answer, changes nothing. Throws `files.wrongType`,
     * `photos.tooLarge`, `files.personFull`, `files.storeFull` and `members.editLimitReached`.
     */
    picture: (ctx: CallContext): Promise<null> =>
      storeUpload(
        deps,
        ctx,
        { folder: 'member', maxBytes: MAX_PHOTO_UPLOAD_BYTES, check: requirePhotograph },
        async (trx, { path: avatar, sha256 }) => {
          const before = await ownPicture(trx, ctx)
          if (before?.sha256 === sha256) {
            dropPicture(ctx, avatar)
            ctx.doneBefore()
            return null
          }
          dropPicture(ctx, before?.path)
          return records.change(trx, { avatar, id: ctx.memberId }, ctx)
        },
      ),

    withdrawFace: (ctx: CallContext): Promise<null> => withdrawFace(ctx, ctx.memberId),

    async passwordCode(ctx: CallContext) {
      const { phone, orgCode } = await ctx.tx((trx) => ownMember(trx, ctx))
      const lookUp = async () => ({ isWanted: true, template: 'sms.code' as const, storeCode: orgCode })
      return { demoCode: demoCodeOf(config, await codes.sendCode({ phone, mode: '4', lookUp }, ctx)) }
    },

    /** Throws `account.smsWrong`. */
    async setPassword({ captcha, password }: { captcha: string; password: string }, ctx: CallContext): Promise<null> {
      const { phone, orgCode } = await ctx.tx((trx) => ownMember(trx, ctx))
      await codes.check({ phone, mode: '4', storeOf: async () => orgCode, code: captcha }, ctx)
      return records.setPassword({ id: ctx.memberId, password }, ctx)
    },

    /** Throws `memberOwn.deletionOpen`. */
    requestDeletion: (reason: string, ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const { memberId, user } = ctx
        const added = await trx
          .insertInto('memberDeletionRequest')
          .values({ id: ctx.key, orgCode: user.orgCode, memberId, reason, createdAt: clock() })
          .onConflict((same) => same.columns(['memberId', 'orgCode']).where('state', '=', 'open').doNothing())
          .executeTakeFirstOrThrow()
        if (added.numInsertedOrUpdatedRows === 0n) throw new AppError('memberOwn.deletionOpen', { field: 'reason' })
        ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { deletionRequested: reason } })
        return null
      }),

    withdrawDeletion: (ctx: CallContext): Promise<null> =>
      ctx.tx(async (trx) => {
        const { memberId, user } = ctx
        await trx
          .updateTable('memberDeletionRequest')
          .set({ state: 'withdrawn', updatedAt: clock() })
          .where('memberId', '=', memberId)
          .where('orgCode', '=', user.orgCode)
          .where('state', '=', 'open')
          .execute()
        ctx.touched({ id: memberId, kind: MEMBER_KIND, after: { deletionRequested: 'withdrawn' } })
        return null
      }),
  }
}
