import type { TestClient, TestServer } from '#tests/support/server.ts'
import type { Venue } from './venue.ts'

let made = 0

/** A kiosk of a manager's store with its key, and its calls. */
export async function openKiosk(server: TestServer, manager: TestClient, given: object = {}) {
  const name = `测试机 ${++made}`
  await manager.kiosks.add({ body: { name, pays: 'both', ...given } })
  const { records } = (await manager.kiosks.list({ query: { name, pageSize: 100 } })).result
  const row = records.find((one) => one.name === name)
  if (!row) throw new Error('the kiosk is not in the list')
  const { key } = (await manager.kiosks.newKey({ body: { id: row.id } })).result
  const client = server.client(key)
  return { id: row.id, name, key, client, kiosk: client.kiosk }
}

type Kiosk = Awaited<ReturnType<typeof openKiosk>>

export const visit = async ({ kiosk }: Kiosk, card: string) => (await kiosk.visit({ body: { card } })).result
export const charge = ({ kiosk }: Kiosk, key: string, body: object) =>
  kiosk.charge({ body: { mode: 'circlemode', ...body } as never, key })

/** Price of a ride at a kiosk, in fen. */
const PRICE = 3500
let cards = 7_000_000_000

/** Guests and rides of a kiosk. */
export const kioskGuests = (venue: Venue) => ({
  /** A member of a store with a card. */
  async guest(given: Parameters<Venue['member']>[0] = {}) {
    const card = String(++cards)
    return { card, id: await venue.member({ balance: 10_000, nickname: '闪电', physicalCard: card, ...given }) }
  },
  ride: (given: object = {}) => venue.rule({ price: PRICE, minutes: 0, selfService: true, ...given }),
})
export type KioskGuests = ReturnType<typeof kioskGuests>
