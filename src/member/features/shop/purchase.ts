import { client } from '#member/core/client.ts'
import { type Attempt, attemptOf, endAttempt, newAttempt, sendAttempt } from '#member/core/pending-key.ts'
import { currentStore } from '#member/core/session.ts'
import { AppError } from '#shared/core/errors.ts'
import type { MemberPurchase } from '#shared/features/member-page/member-shop.contract.ts'
import type { PhoneWay } from '#shared/features/payments/payments.schema.ts'
import type { Wanted } from './wanted.ts'

/** Where the money comes from: the balance, or a payment on the phone. */
export type MemberPayMethod = 'wallet' | PhoneWay

interface Buying {
  wanted: Wanted
  pays: MemberPayMethod
}

export type Purchase = Attempt<Buying>

const NAME = 'purchase'

/** The purchase whose outcome is not known: the next one begins when it is. */
export const openPurchase = (): Purchase | null => attemptOf<Buying>(NAME)

export const newPurchase = (wanted: Wanted, pays: MemberPayMethod): Purchase => newAttempt({ wanted, pays })

export const endPurchase = (key: string): void => endAttempt(NAME, key)

/** Sends a purchase, also again: its key is the id of the order, so it is one order. */
export const sendPurchase = (
  purchase: Purchase,
  { password, sandbox }: { password: string; sandbox: 'success' | 'slow' | 'refused' | 'never' },
): Promise<MemberPurchase> =>
  sendAttempt(
    NAME,
    purchase,
    async (key) => {
      const { wanted, pays } = purchase.body
      const paid = { way: pays === 'wallet' ? 'sandbox' : pays, sandbox, store: currentStore() } as const
      if (wanted.kind === 'recharge') {
        const body = { ruleId: wanted.ruleId, price: wanted.amount, ...paid }
        return (await client.memberShop.recharge({ body, key })).result
      }
      const lines = wanted.lines.map(({ productId, count, price }) => ({ productId, count, price }))
      const from = pays === 'wallet' ? 'wallet' : 'scan'
      return (await client.memberShop.buy({ body: { lines, pays: from, password, ...paid }, key })).result
    },
    ({ state }) => state === 'nopay',
  )

/** The order of a purchase; null if the server has none under its key. An order that has ended ends the purchase. */
export async function orderOf(key: string): Promise<MemberPurchase | null> {
  const order = await client.memberShop.purchase({ query: { id: key } }).then(
    ({ result }) => result,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'common.recordNotFound') return null
      throw error
    },
  )
  if (order && order.state !== 'nopay') endPurchase(key)
  return order
}

/** Gives an unpaid order up. Money that still arrives for it goes back, so the next purchase may begin. Returns the order's state. */
export async function giveUpOrder(key: string): Promise<MemberPurchase['state']> {
  const { state } = (await client.memberShop.giveUp({ body: { id: key } })).result
  if (state !== 'paid') endPurchase(key)
  return state
}
