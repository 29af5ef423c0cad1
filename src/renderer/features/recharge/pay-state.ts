import { client } from '#renderer/core/client.ts'

/** What became of the payment of a recharge by now. */
export const payStateOf = async (id: string): Promise<string> =>
  (await client.rechargeOrders.queryById({ query: { id } })).result.payState
