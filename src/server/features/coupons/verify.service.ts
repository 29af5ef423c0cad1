import { sql } from 'kysely'
import { idFrom } from '#server/core/content-id.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import { scopeOf, type Transaction } from '#server/db/database.ts'
import { startsRides } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { fromMinor } from '#shared/core/money.ts'
import { toWireTime } from '#shared/core/time.ts'
import type { VerifiedCoupon } from '#shared/features/coupons/group-coupons.contract.ts'
import {
  type CouponPlatform,
  type PlatformAnswer,
  type PlatformRequest,
  platformsOf,
} from './coupon-platforms.service.ts'
import { lockUnused, setReleasing, withRuleNames } from './coupons.repository.ts'

const FIELD = { field: 'groupNumber' }

type AcceptedAnswer = Extract<PlatformAnswer, { state: 'good' }>

interface VerifyInput {
  groupNumber: string
  ruleId?: string | undefined
}

/** The request to a platform, with the platform's id of the store (spec §5). */
async function requestFor({ db, clock }: Deps, orgCode: string, code: string): Promise<PlatformRequest> {
  const { externalStoreId } = await db.scoped(scopeOf(orgCode), (trx) =>
    trx.selectFrom('store').select('externalStoreId').where('orgCode', '=', orgCode).executeTakeFirstOrThrow(),
  )
  return { code, storeId: externalStoreId || orgCode, requestId: idFrom('coupon', orgCode, code), now: clock() }
}

const isStored = async (trx: Transaction, orgCode: string, code: string): Promise<boolean> => {
  const query = trx.selectFrom('groupCoupon').select('id').where('orgCode', '=', orgCode).where('code', '=', code)
  return (await query.executeTakeFirst()) !== undefined
}

/** Returns an accepted answer; throws `coupons.noAnswer` or `coupons.platform.*` otherwise. */
function requireAccepted(answer: PlatformAnswer): AcceptedAnswer {
  if (answer.state === 'noAnswer') throw new AppError('coupons.noAnswer', FIELD)
  if (answer.state === 'refused') throw new AppError(`coupons.platform.${answer.reason}`, FIELD)
  return answer
}

/** The active rules of a platform's product. Throws `coupons.productUnknown`. */
async function rulesOfProduct(trx: Transaction, orgCode: string, product: string) {
  const rules = await trx
    .selectFrom('consumeRule')
    .select(['id', 'couponValue', 'codeUses', 'codeMinutes'])
    .where('orgCode', '=', orgCode)
    .where('consumeType', '=', 'GROUPCOUPON')
    .where('platformProduct', '=', product)
    .where('active', '=', true)
    .where(startsRides)
    .orderBy('indexNumber')
    .execute()
  const [first] = rules
  if (!first) throw new AppError('coupons.productUnknown', { ...FIELD, product })
  return { first, ids: rules.map(({ id }) => id) }
}

/**
 * Redeems a new code at its platform and stores it. Nothing is redeemed without a rule for the product. A server that crashes in between
 * repeats the request, which gets the same answer.
 */
async function redeemNewCoupon(deps: Deps, ctx: CallContext, code: string): Promise<void> {
  const { orgCode, username } = ctx.user
  const platform = platformsOf(deps.config).find(({ issues }) => issues(code))
  if (!platform) throw new AppError('coupons.notFound', FIELD)
  const request = await requestFor(deps, orgCode, code)
  const checked = requireAccepted(await platform.check(request))
  await ctx.tx((trx) => rulesOfProduct(trx, orgCode, checked.product))
  const { product, name, value, validUntil } = requireAccepted(await platform.redeem(request))
  await ctx.tx(async (trx) => {
    const { first, ids } = await rulesOfProduct(trx, orgCode, product)
    const coupon = {
      id: newId(),
      orgCode,
      code,
      name,
      provider: platform.name,
      platformProduct: product,
      value: first.couponValue || value,
      ruleIds: ids,
      usesAllowed: first.codeUses || 1,
      minutes: first.codeMinutes || -1,
      validUntil,
      createdBy: username,
      createdAt: request.now,
    }
    await trx
      .insertInto('groupCoupon')
      .values(coupon)
      .onConflict((conflict) => conflict.columns(['code', 'orgCode']).doNothing())
      .execute()
    ctx.touched({ id: coupon.id, after: coupon })
  })
}

interface CouponRow {
  id: string
  code: string
  name: string
  value: number
  provider: VerifiedCoupon['provider']
  ruleIds: string
  usesLeft: number
  endsAt: Date | null
}

/**
 * Verifies a coupon at the caller's store, for a rule if one is named, and starts its minutes the first time. Throws `coupons.notFound` or
 * why the coupon is not valid.
 */
export async function verifyCoupon(
  deps: Deps,
  ctx: CallContext,
  { groupNumber, ruleId }: VerifyInput,
): Promise<VerifiedCoupon> {
  const { orgCode } = ctx.user
  const now = deps.clock()
  if (!(await ctx.tx((trx) => isStored(trx, orgCode, groupNumber)))) await redeemNewCoupon(deps, ctx, groupNumber)
  return ctx.tx(async (trx) => {
    await sql`select refuse_coupon(c, ${ruleId ?? null}, ${now}) from group_coupon c
      where c.code = ${groupNumber} and c.org_code = ${orgCode} for update`.execute(trx)
    const { rows } = await sql<CouponRow>`
      update group_coupon c set verified_at = coalesce(c.verified_at, ${now})
      where c.code = ${groupNumber} and c.org_code = ${orgCode}
      returning c.id, c.code, c.name, c.value, c.provider, array_to_string(c.rule_ids, ',') as rule_ids,
        case c.uses_allowed when -1 then -1 else c.uses_allowed - c.uses_made end as uses_left,
        coupon_ends_at(c) as ends_at`.execute(trx)
    const [coupon] = await withRuleNames(trx, rows)
    if (!coupon) throw new AppError('coupons.notFound', FIELD)
    ctx.touched({ id: coupon.id, after: { verified: groupNumber } })
    const { id, code, name, value, provider, ruleIds, ruleNames, usesLeft, endsAt } = coupon
    const endTime = endsAt && toWireTime(endsAt)
    return {
      id,
      code,
      couponName: name,
      couponValue: fromMinor(value),
      provider,
      ruleIds,
      ruleNames,
      usesLeft,
      endTime,
    }
  })
}

/**
 * Releases coupons at their platforms before they are deleted. Nobody uses them from before the first request on, so that none is used
 * here and taken back there. Those known to be unreleased after a failure can be used again. Throws `coupons.wasUsed`,
 * `coupons.noAnswer` or `coupons.platform.*`.
 */
export async function releaseAtPlatforms(deps: Deps, ctx: CallContext, ids: readonly string[]): Promise<void> {
  const isLocal = ({ provider }: { provider: string }) => provider === 'local'
  const coupons = await ctx.tx(async (trx) => {
    const found = await lockUnused(trx, ids)
    for (const { provider } of found.filter((one) => !isLocal(one))) platformNamed(deps, provider)
    if (!found.every(isLocal)) await setReleasing(trx, ids, true)
    return found
  })
  const asked = new Set<string>()
  const refused = new Set<string>()
  try {
    for (const { id, orgCode, code, provider } of coupons.filter((one) => !isLocal(one))) {
      const request = await requestFor(deps, orgCode, code)
      asked.add(id)
      const answer = await platformNamed(deps, provider).release(request)
      if (answer.state === 'refused') refused.add(id)
      requireAccepted(answer)
    }
  } catch (error) {
    const kept = coupons.filter(({ id, releasing }) => refused.has(id) || (!releasing && !asked.has(id)))
    await ctx.tx((trx) =>
      setReleasing(
        trx,
        kept.map(({ id }) => id),
        false,
      ),
    )
    throw error
  }
}

/** Throws `coupons.noAnswer` if this server does not know the platform. */
function platformNamed({ config }: Deps, provider: string): CouponPlatform {
  const platform = platformsOf(config).find(({ name }) => name === provider)
  if (!platform) throw new AppError('coupons.noAnswer', FIELD)
  return platform
}
