import { withDictTexts } from '#server/core/dictionaries.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { SEE_PHONES } from '#server/features/members/index.ts'
import { withProjectNames } from '#server/features/rules/index.ts'
import { maskPhone } from '#shared/features/members/phone.calc.ts'
import { type RechargeOrder, rechargeOrderResource } from '#shared/features/recharge/recharge-orders.schema.ts'
import { membersOf, type rechargeOrderTable } from './recharge-orders.repository.ts'

/** Orders as people read them: with the names of members and projects, in the reader's language. */
export async function shownOrders(
  deps: Pick<Deps, 'dictionaries'>,
  { user, locale }: Pick<CallContext, 'user' | 'locale'>,
  trx: Transaction,
  rows: readonly ReturnType<typeof rechargeOrderTable.toRow>[],
): Promise<RechargeOrder[]> {
  const texts = await withDictTexts(deps.dictionaries, rechargeOrderResource.dict, [...rows], locale)
  const named = await withProjectNames(trx, texts, locale)
  const members = await membersOf(
    trx,
    named.map(({ userId }) => userId),
  )
  return named.map((row) => {
    const { nickname = '', realname = '', phone = '' } = members.get(row.userId) ?? {}
    const userPhone = user.actions.has(SEE_PHONES) ? phone : maskPhone(phone)
    return { ...row, userNickname: nickname, userTruenmae: realname, userPhone }
  })
}
