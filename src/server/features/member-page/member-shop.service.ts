import { isAnswered } from '#server/core/http/idempotency.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { toShopProduct, toShopRecharge } from '#server/features/kiosks/index.ts'
import { phonePayCode, phonePayment, type SandboxChoice } from '#server/features/payments/index.ts'
import { selfServiceProducts, sellProducts } from '#server/features/products/index.ts'
import { addRecharge } from '#server/features/recharge/index.ts'
import { selfRecharges } from '#server/features/rules/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { fromMinor } from '#shared/core/money.ts'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import { ownMember } from './own-member.repository.ts'

interface BuyInput {
  lines: { productId: string; count: number; price: number }[]
  pays: 'wallet' | 'scan'
  password: string
  sandbox: SandboxChoice
}

/** The code that pays on the phone. A repeat of an answered call needs none, also when no provider is on any more. */
const payCodeOf = async (trx: Transaction, ctx: CallContext, sandbox: SandboxChoice): Promise<string> =>
  (await isAnswered(trx, ctx)) ? '' : phonePayCode(trx, ctx.user.orgCode, sandbox)

/** What members buy by themselves: what a kiosk sells, to the member of the call. */
export function memberShopService(deps: Deps) {
  const { clock } = deps

  return {
    shop: (ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        const { consumePassword } = await ownMember(trx, ctx)
        const phone = await phonePayment(trx, orgCode)
        return {
          phone,
          hasPassword: consumePassword !== null,
          recharges: phone === 'none' ? [] : (await selfRecharges(trx, orgCode, clock())).map(toShopRecharge),
          products: (await selfServiceProducts(trx, orgCode)).map(toShopProduct),
        }
      }),

    /** Throws `memberShop.notOffered`, `payments.phoneOff` and `recharge.*`. */
    recharge: (
      { ruleId, price, sandbox }: { ruleId: string; price: number; sandbox: SandboxChoice },
      ctx: CallContext,
    ): Promise<MemberPurchase> =>
      ctx.tx(async (trx) => {
        const { orgCode } = ctx.user
        const payCode = await phonePayCode(trx, orgCode, sandbox)
        const offered = await selfRecharges(trx, orgCode, clock())
        if (!offered.some(({ id }) => id === ruleId)) throw new AppError('memberShop.notOffered', { field: 'ruleId' })
        const order = await addRecharge(
          deps,
          ctx,
          trx,
          {
            userId: ctx.memberId,
            sysDepartRechargeRoleId: ruleId,
            amount: price,
            consumePayMode: 'wechat',
            payCode,
            photo: '',
            remark: '',
            printId: '',
          },
          { kiosk: true },
        )
        return { id: order.id, state: order.payState, amount: order.amount }
      }),

    /** Throws what a sale refuses, and `payments.phoneOff`. */
    async buy({ lines, pays, password, sandbox }: BuyInput, ctx: CallContext): Promise<MemberPurchase> {
      const payCode = pays === 'scan' ? await ctx.tx((trx) => payCodeOf(trx, ctx, sandbox)) : ''
      const sale = await sellProducts(
        deps,
        ctx,
        {
          lines,
          consumePayMode: pays === 'wallet' ? 'balance' : 'wechat',
          userId: ctx.memberId,
          ...(password === '' || pays === 'scan' ? {} : { password }),
          ...(payCode === '' ? {} : { payCode }),
        },
        { kiosk: true },
      )
      return { id: sale.id, state: sale.payState, amount: sale.amount }
    },

    /** Throws `common.recordNotFound`, also for orders of others and of the counter. */
    purchase: (id: string, ctx: CallContext): Promise<MemberPurchase> =>
      ctx.tx(async (trx) => {
        const { orgCode, id: operatorId } = ctx.user
        const recharge = await trx
          .selectFrom('rechargeOrder')
          .select(['state', 'amount'])
          .where('id', '=', id)
          .where('orgCode', '=', orgCode)
          .where('operatorId', '=', operatorId)
          .executeTakeFirst()
        const order =
          recharge ??
          (await trx
            .selectFrom('consumeOrder')
            .select(['state', 'amount'])
            .where('id', '=', id)
            .where('orgCode', '=', orgCode)
            .where('operatorId', '=', operatorId)
            .executeTakeFirst())
        if (!order) throw new AppError('common.recordNotFound', { field: 'id' })
        return { id, state: order.state, amount: fromMinor(order.amount) }
      }),
  }
}
