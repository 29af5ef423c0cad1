import type { RawBuilder } from 'kysely'
import { dataRules } from '#server/core/auth/auth-rules.ts'
import { withDictTexts } from '#server/core/dictionaries.ts'
import type { ListSearch } from '#server/core/lists/crud.ts'
import { sanitizeHtml } from '#server/core/rich-text.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { causeOf, post } from '#server/features/ledger/index.ts'
import { currentMember, SEE_PHONES } from '#server/features/members/index.ts'
import { languageOf, storeSystemMessage, withDeputies } from '#server/features/messages/index.ts'
import type { Page } from '#shared/core/envelope.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor, toMinor } from '#shared/core/money.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import {
  type Application,
  type ApplicationInput,
  applicationResource,
} from '#shared/features/wallets/applications.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import {
  type ApplicationRow,
  applicationTable,
  decideApplication,
  insertApplication,
  lockApplication,
  memberNamesOf,
} from './applications.repository.ts'
import { figures, linesOf, MEMBER_KIND, toChange } from './correction.service.ts'

/** A page of applications within data rules, with member names. */
export async function pageOfApplications(
  deps: Deps,
  ctx: CallContext,
  query: ListSearch,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<Page<Application>> {
  const { user, locale } = ctx
  const { filter } = applicationResource
  const listRules = { permissions: ['apply:list'], fields: filter, columnOf: applicationTable.columnOf }
  return ctx.tx(async (trx) => {
    const rules = await dataRules(trx, user, listRules, deps.clock())
    const page = await applicationTable.page(trx, user, query, [...rules, ...more])
    const names = await memberNamesOf(
      trx,
      page.records.map(({ userId }) => userId),
    )
    const texts = await withDictTexts(deps.dictionaries, applicationResource.dict, page.records, locale)
    const records = texts.map((row) => {
      const { nickname = '', realname = '', phone = '' } = names.get(row.userId) ?? {}
      const userPhone = user.actions.has(SEE_PHONES) ? phone : maskPhone(phone)
      return { ...row, userNickname: nickname, userTruename: realname, userPhone }
    })
    return { ...page, records }
  })
}

/** Creates an application for a member; the idempotency key is its id. Throws `members.notFound`. */
export async function apply(deps: Deps, ctx: CallContext, trx: Transaction, input: ApplicationInput): Promise<null> {
  const member = await currentMember(trx, input.userId)
  if (!member) throw new AppError('members.notFound', { field: 'userId' })
  const { id, orgCode } = member
  ctx.changesStore(orgCode)
  const { user } = ctx
  await insertApplication(trx, {
    id: ctx.key,
    orgCode,
    memberId: id,
    give: toMinor(input.give),
    integral: input.integral,
    frequency: input.frequency,
    projectType: input.projectType,
    laps: input.laps,
    state: '0',
    remark: input.remark,
    applicantId: user.id,
    applicantName: user.realname,
    reviewerId: null,
    reviewerName: '',
    answer: '',
    createdBy: user.username,
    createdAt: deps.clock(),
    updatedBy: null,
    updatedAt: null,
  })
  ctx.touched({ id: ctx.key, after: input })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'applications', orgCode }))
  return null
}

interface Decision {
  id: string
  reject: string
}

/**
 * Approves an application and credits the member. The application id is the ledger cause, so that it is credited once. Throws
 * `members.notFound` or why it cannot be decided.
 */
export async function approve(deps: Deps, ctx: CallContext, trx: Transaction, { id, reject }: Decision): Promise<null> {
  const row = await lockPending(deps, ctx, trx, id)
  const member = await currentMember(trx, row.memberId)
  if (!member) throw new AppError('members.notFound')
  const cause = await causeOf(deps, ctx, { kind: 'adjust', id, orgCode: row.orgCode })
  const { integral, frequency, projectType, laps } = row
  const requested = { give: fromMinor(row.give), integral, frequency, projectType, laps }
  const changes = (await post(trx, cause, linesOf(member.id, requested))).map(toChange)
  await decide(deps, ctx, trx, row, { state: '1', answer: reject })
  ctx.touched({
    id: member.id,
    kind: MEMBER_KIND,
    before: figures(changes, 'before'),
    after: figures(changes, 'after'),
  })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode: row.orgCode }))
  return null
}

export async function reject(deps: Deps, ctx: CallContext, trx: Transaction, decision: Decision): Promise<null> {
  const row = await lockPending(deps, ctx, trx, decision.id)
  await decide(deps, ctx, trx, row, { state: '2', answer: decision.reject })
  return null
}

/**
 * Locks a pending application for a decision. Throws `common.recordNotFound`, `apply.approvedBefore`, `apply.rejectedBefore`, and
 * `apply.own` or `apply.ofDeputy` for the applicant and their deputies.
 */
async function lockPending(deps: Deps, ctx: CallContext, trx: Transaction, id: string): Promise<ApplicationRow> {
  const { user } = ctx
  const rules = await dataRules(
    trx,
    user,
    { permissions: ['apply:list'], fields: applicationResource.filter, columnOf: applicationTable.columnOf },
    deps.clock(),
  )
  // Applications that data rules hide cannot be decided.
  await applicationTable.requireRows(trx, [id], rules)
  const row = await lockApplication(trx, id)
  if (!row) throw new AppError('common.recordNotFound')
  if (row.state === '1') throw new AppError('apply.approvedBefore', { by: row.reviewerName })
  if (row.state === '2') throw new AppError('apply.rejectedBefore', { by: row.reviewerName })
  const applicants = await withDeputies(trx, [row.applicantId], deps.clock())
  if (applicants.includes(user.id)) throw new AppError(user.id === row.applicantId ? 'apply.own' : 'apply.ofDeputy')
  ctx.changesStore(row.orgCode)
  return row
}

/** Stores the decision and notifies the applicant. */
async function decide(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, orgCode, memberId, applicantId }: ApplicationRow,
  { state, answer }: { state: '1' | '2'; answer: string },
): Promise<void> {
  const { user } = ctx
  const stamp = { updatedBy: user.username, updatedAt: deps.clock() }
  await decideApplication(trx, id, { state, reviewerId: user.id, reviewerName: user.realname, answer, ...stamp })
  ctx.touched({ id, before: { applyState: '0' }, after: { applyState: state, reject: answer } })
  const language = await languageOf(trx, applicantId)
  const params = { member: memberId, by: user.realname, answer }
  const notice = {
    id: newId(),
    orgCode,
    userId: applicantId,
    title: text(language, state === '1' ? 'apply.notice.approved' : 'apply.notice.rejected', params),
    content: sanitizeHtml(text(language, answer === '' ? 'apply.notice.by' : 'apply.notice.byWith', params)),
    sender: user.username,
  }
  await storeSystemMessage(deps, notice, trx)
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'applications', orgCode }))
}
