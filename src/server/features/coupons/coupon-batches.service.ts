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

/** Gives codes of a batch to an audience of the stores where it is valid, as far as the caller sees them. */
export async function issueCoupons(
  deps: Deps,
  ctx: CallContext,
  trx: Transaction,
  { id, audience, userIds, memberLevel, codeCount }: IssueInput,
): Promise<IssuedCodes> {
  await listRules(deps, couponBatchResource, couponBatchTable).requireListed(trx, [id], ctx)
  const { sysOrgCode: orgCode, storeCodes } = await couponBatchTable.get(trx, id)
  const stores = [orgCode, ...storeCodes.split(',').filter(Boolean)]
  ctx.changesStore(orgCode)
  const now = deps.clock()
  if (audience === 'level' && memberLevel === '') throw new AppError('couponBatches.noLevel', { field: 'memberLevel' })
  const members = audience === 'members' ? await membersOf(trx, stores, userIds, now) : null
  const level = audience === 'level' ? memberLevel : null
  const by = ctx.user.username
  const issued = await issueCodes(trx, { id, orgCode, members, level, each: codeCount, by, now })
  ctx.afterCommit(async () => {
    for (const store of stores) await deps.realtime.publish({ topic: 'wallets', orgCode: store })
  })
  ctx.touched({
    id,
    after: { audience, ...(members && { userIds: members }), ...(level && { memberLevel }), ...issued },
  })
  return issued
}

/** The members of numbers, all active and of the stores. Throws `couponBatches.noMembers` and why one gets nothing. */
async function membersOf(
  trx: Transaction,
  orgCodes: readonly string[],
  numbers: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const members = new Set<string>()
  for (const number of numbers) {
    const member = await currentMember(trx, number)
    if (!member || !orgCodes.includes(member.orgCode)) throw new AppError('members.notFound', { field: 'userIds' })
    requireActiveMember(member, now)
    members.add(member.id)
  }
  if (members.size === 0) throw new AppError('couponBatches.noMembers', { field: 'userIds' })
  return [...members]
}
