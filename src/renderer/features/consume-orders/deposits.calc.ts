import type { ListedOrder } from '#shared/features/sessions/consume-orders.contract.ts'

type Sought = Pick<ListedOrder, 'id' | 'tickets' | 'playIds' | 'racer' | 'userId'>

/** Whether a ticket code or number belongs to a ride of an order. */
export const isOfTicket = ({ id, tickets, playIds }: Sought, code: string): boolean =>
  code === id || playIds.includes(code) || tickets.split(/[,/]/).some((one) => one.trim() === code.toUpperCase())

/** The orders found by ticket, racer or member number; an exact ticket match is returned alone. */
export function ordersFound<O extends Sought>(orders: readonly O[], search: string): readonly O[] {
  const text = search.trim()
  if (text === '') return orders
  const exact = orders.filter((order) => isOfTicket(order, text))
  if (exact.length > 0) return exact
  const lower = text.toLowerCase()
  return orders.filter(({ tickets, racer, userId }) =>
    [tickets, racer, userId].some((one) => one.toLowerCase().includes(lower)),
  )
}
