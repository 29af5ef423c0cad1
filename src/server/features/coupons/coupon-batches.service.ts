import { listRules } from '#server/core/lists/list-rules.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { currentMember, requireActiveMember } from '#server/features/members/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { couponBatchResource } from '#shared/features/coupons/coupon-batches.contract.ts'
import { couponBatchTable, type IssuedCodes, issueCodes } from './coupon-batches.repository.ts'

interface IssueInput {
  id: string
  audience: 'members' | 'level' | 'all'
  userIds: readonly string[]
  memberLevel: string
  codeCount: number
}

/** Gives codes of a batch to an audience of the batch's store. */
export async function issueCoupons(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, audience, userIds, memberLevel, codeCount }: IssueInput,
): Promise<IssuedCodes> {
  await listRules(deps, couponBatchResource, couponBatchTable).requireListed(trx, [id], ctx)
  const { sysOrgCode: orgCode } = await couponBatchTable.get(trx, id)
  ctx.changesStore(orgCode)
  const now = deps.clock()
  if (audience === 'level' && memberLevel === '') throw new AppError('couponBatches.noLevel', { field: 'memberLevel' })
  const members = audience === 'members' ? await membersOf(trx, orgCode, userIds, now) : null
  const level = audience === 'level' ? memberLevel : null
  const by = ctx.user.username
  const issued = await issueCodes(trx, { id, orgCode, members, level, each: codeCount, by, now })
  ctx.afterCommit(() => deps.realtime.publish({ topic: 'wallets', orgCode }))
  ctx.touched({
    id,
    after: { audience, ...(members && { userIds: members }), ...(level && { memberLevel }), ...issued },
  })
  return issued
}

/** The members of numbers, all active and of the store. Throws `couponBatches.noMembers` and why one gets nothing. */
async function membersOf(
  trx: Transaction,
  orgCode: string,
  numbers: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const members = new Set<string>()
  for (const number of numbers) {
    const member = await currentMember(trx, number)
    if (member?.orgCode !== orgCode) throw new AppError('members.notFound', { field: 'userIds' })
    requireActiveMember(member, now)
    members.add(member.id)
  }
  if (members.size === 0) throw new AppError('couponBatches.noMembers', { field: 'userIds' })
  return [...members]
}
