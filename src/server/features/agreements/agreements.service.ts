import { sql } from 'kysely'
import type { z } from 'zod'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { seeingEveryStore, type Transaction } from '#server/db/database.ts'
import { lockHolder, lockMember } from '#server/features/members/index.ts'
import { orderPrint, printOrdered } from '#server/features/printing/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { businessDay, formatTime } from '#shared/core/time.ts'
import { isMinor } from '#shared/features/agreements/agreement.calc.ts'
import type { AgreementKind, agreements, CurrentAgreement } from '#shared/features/agreements/agreements.contract.ts'
import type { OwnAgreement } from '#shared/features/agreements/own-agreement.schema.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { type Locale, text } from '#shared/i18n/catalogue.ts'
import {
  type AgreementRow,
  currentAgreement,
  findAgreement,
  findSignature,
  findStore,
  storeSignature,
} from './agreements.repository.ts'

const DAY_MS = 86_400_000

const inLanguage = ({ titleZh, titleEn, contentZh, contentEn }: AgreementRow, locale: Locale) => {
  const isEnglish = locale === 'en' && contentEn !== ''
  return { title: (isEnglish ? titleEn : '') || titleZh, content: isEnglish ? contentEn : contentZh }
}

/**
 * The current agreement of the member's store, and whether the member has signed it; of the consent to face search only the text is
 * known here. Throws `members.notFound`.
 */
export function showAgreement(
  deps: Deps,
  ctx: CallContext,
  userId: string | undefined,
  kind: AgreementKind = 'safety',
): Promise<CurrentAgreement> {
  return ctx.tx(async (trx) => {
    const member =
      userId === undefined
        ? undefined
        : await trx
            .selectFrom('member')
            .select(['id', 'orgCode', 'realname', 'nickname', 'birthday', 'agreementId', 'agreementUntil'])
            .where('id', '=', userId)
            .executeTakeFirst()
    if (userId !== undefined && !member) throw new AppError('members.notFound', { field: 'userId' })
    const store = await findStore(trx, member?.orgCode ?? ctx.user.orgCode)
    const row = await currentAgreement(trx, store.orgCode, kind)
    const day = businessDay(deps.clock(), store.timeZone, store.dayStartHour)
    return {
      mode: store.agreementMode,
      guardian: guardianNeeded(store, kind),
      text: row && { id: row.id, version: row.version, ...inLanguage(row, ctx.locale) },
      member: member
        ? {
            id: member.id,
            name: member.realname || member.nickname,
            minor: isMinor(member.birthday, day),
            signed: row !== null && member.agreementId === row.id && !hasExpired(member.agreementUntil, deps.clock()),
          }
        : null,
    }
  })
}

/** Whether a guardian signs for a minor: always where it is about a face. */
const guardianNeeded = (store: { agreementGuardian: 'YES' | 'NO' }, kind: AgreementKind): 'YES' | 'NO' =>
  kind === 'face' ? 'YES' : store.agreementGuardian

const hasExpired = (until: Date | null, now: Date): boolean => until !== null && until <= now

/** The next version number of a store's text of a kind. */
export async function nextVersion(trx: Transaction, orgCode: string, kind: AgreementKind): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(version), 0)::int as last from agreement
      where org_code = ${orgCode} and kind = ${kind}`.execute(trx)
  return (rows[0]?.last ?? 0) + 1
}

/** Publishes a draft and notifies the counters. Throws `common.recordNotFound` or `agreements.published`. */
export function publishAgreement(deps: Deps, ctx: CallContext, id: string): Promise<null> {
  return ctx.tx(async (trx) => {
    const draft = await trx.selectFrom('agreement').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!draft) throw new AppError('common.recordNotFound')
    if (draft.publishedAt !== null) throw new AppError('agreements.published')
    const { username } = ctx.user
    await trx
      .updateTable('agreement')
      .set({ publishedAt: deps.clock(), publishedBy: username })
      .where('id', '=', id)
      .where('orgCode', '=', draft.orgCode)
      .execute()
    ctx.touched({ id, before: { published: false }, after: { published: true, version: draft.version } })
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'snapshot', orgCode: draft.orgCode }))
    return null
  })
}

type SignatureInput = z.output<NonNullable<(typeof agreements)['sign']['body']>>

/**
 * Stores a signature of the current text of a kind under the call's key; empty strokes mean a signature on paper. Throws
 * `agreements.none`, `faces.noConsent`, `agreements.changed` or `agreements.guardianRequired`.
 */
export async function signAgreement(
  deps: Deps,
  ctx: CallContext,
  input: SignatureInput,
  kind: AgreementKind = 'safety',
): Promise<{ id: string; orgCode: string; memberId: string }> {
  const terminalId = await ctx.terminal()
  return ctx.tx(async (trx) => {
    const member = await lockMember(trx, input.userId)
    const { orgCode } = member
    ctx.changesStore(orgCode)
    const store = await findStore(trx, orgCode)
    const current = await currentAgreement(trx, orgCode, kind)
    if (!current) throw new AppError(kind === 'face' ? 'faces.noConsent' : 'agreements.none', { field: 'agreementId' })
    if (current.id !== input.agreementId) throw new AppError('agreements.changed', { field: 'agreementId' })
    const now = deps.clock()
    const minor = input.minor || isMinor(member.birthday, businessDay(now, store.timeZone, store.dayStartHour))
    const guardian = {
      guardianName: input.guardianName ?? '',
      guardianRelation: input.guardianRelation ?? '',
      guardianPhone: input.guardianPhone ?? '',
    }
    const missingField = Object.entries(guardian).find(([, value]) => value === '')
    if (minor && guardianNeeded(store, kind) === 'YES' && missingField)
      throw new AppError('agreements.guardianRequired', { field: missingField[0] })
    const { id: witnessedBy, realname: witnessName } = ctx.user
    const method = input.strokes === '' ? 'paper' : 'drawn'
    await storeSignature(trx, {
      id: ctx.key,
      orgCode,
      memberId: member.id,
      agreementId: current.id,
      kind,
      version: current.version,
      strokes: input.strokes,
      way: method,
      signerName: member.realname || member.nickname,
      validUntil:
        store.agreementDays === 0 || kind === 'face' ? null : new Date(now.getTime() + store.agreementDays * DAY_MS),
      minor,
      ...guardian,
      witnessedBy,
      witnessName,
      terminalId,
      signedAt: now,
    })
    ctx.touched({
      id: member.id,
      ...(kind === 'safety' ? { before: { agreementId: member.agreementId } } : {}),
      after: { agreementId: current.id, version: current.version, kind, minor, way: method },
    })
    return { id: ctx.key, orgCode, memberId: member.id }
  })
}

/** The safety agreement for a member who signs by themselves. */
export async function ownAgreement(deps: Deps, ctx: CallContext, userId: string): Promise<OwnAgreement> {
  const { text, guardian, member } = await showAgreement(deps, ctx, userId)
  return { text, isSigned: member?.signed ?? false, needsGuardian: guardian === 'YES' && (member?.minor ?? false) }
}

/**
 * Stores the signature of a member who signs by themselves; minors sign at the counter. Throws as `signAgreement`, and
 * `agreements.minorAlone`.
 */
export const signByOneself = (
  deps: Deps,
  ctx: CallContext,
  signature: { userId: string; agreementId: string; strokes: string },
): ReturnType<typeof signAgreement> =>
  signAgreement(deps, ctx, { ...signature, minor: false }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'agreements.guardianRequired') throw error
    throw new AppError('agreements.minorAlone', { field: 'agreementId' })
  })

/** Prints the signed text with signer and time, without the identity number. Throws `common.recordNotFound`. */
export function printSignature(deps: Deps, ctx: CallContext, { id, printId }: { id: string; printId: string }) {
  return ctx.tx(async (trx) => {
    const found = await findSignature(trx, id)
    if (!found) throw new AppError('common.recordNotFound')
    // The lock orders prints, so that copies are counted correctly. The member may have been merged since.
    const member = await lockHolder(trx, found.memberId, found.orgCode)
    const store = await findStore(trx, found.orgCode)
    const input = await seeingEveryStore(trx, ctx.user.scope, () => findAgreement(trx, found.agreementId))
    if (!input) throw new AppError('common.recordNotFound')
    const { locale } = ctx
    const { title, content } = inLanguage(input, locale)
    const facts: [string, string][] = [
      [text(locale, 'agreement.version'), String(found.version)],
      [text(locale, 'agreement.userId'), `${member.realname || member.nickname} ${member.id}`],
      [text(locale, 'agreement.signTime'), formatTime(found.signedAt, store.timeZone)],
      [text(locale, 'agreement.witness'), found.witnessName],
    ]
    if (found.guardianName !== '') {
      const { guardianName, guardianRelation, guardianPhone } = found
      facts.push([
        text(locale, 'agreement.guardian'),
        `${guardianName} ${guardianRelation} ${maskPhone(guardianPhone)}`.trim(),
      ])
    }
    const document = {
      title,
      facts,
      content,
      foot: text(locale, found.way === 'paper' ? 'agreement.paperFoot' : 'agreement.printedFoot'),
    }
    const now = deps.clock()
    const about = { orderId: found.id, orgCode: found.orgCode, storeName: store.name, timeZone: store.timeZone }
    const jobId = await orderPrint(trx, { ...about, at: found.signedAt, document, locale, printId }, now)
    ctx.afterCommit(() => deps.realtime.publish({ topic: 'printJobs', orgCode: found.orgCode }))
    return printOrdered(trx, ctx, { orgCode: found.orgCode, printId }, { jobId }, now)
  })
}
