import { client } from '#renderer/core/client.ts'

/** Queries the payment state of a recharge. */
export const payStateOf = async (id: string): Promise<string> =>
  (await client.rechargeOrders.queryById({ query: { id } })).result.payState
