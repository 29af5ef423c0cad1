import { newId } from '#shared/core/id.ts'
import type { StartInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { type Venue, venueOf } from './venue.ts'

export type LimitedStart = Partial<StartInput> & { ruleId: string }

/** The second store of the demo venue, without limits of its own: only rules refuse its starts. */
export async function limitedVenue(server: TestServer) {
  const venue = venueOf(server)
  const orgCode = 'A01A02'
  await venue.setHungLimit(1000, orgCode)
  await venue.setTrialLimit(-1, orgCode)
  let rules = 0
  return {
    ...venue,
    orgCode,
    limitedRule: (given: Parameters<Venue['rule']>[0] = {}) =>
      venue.rule({ orgCode, name: `限次规则${++rules}`, ...given }),
    richMember: (given: Parameters<Venue['member']>[0] = {}) => venue.member({ orgCode, balance: 1_000_000, ...given }),
    /** Levels of the store, the lowest first. */
    levels: (...codes: string[]) =>
      venue.inEveryStore((trx) =>
        trx
          .insertInto('memberLevel')
          .values(
            codes.map((code, index) => ({
              id: newId(),
              orgCode,
              code,
              name: `${code} 卡`,
              rank: 90 + index,
              experience: -1,
            })),
          )
          .execute(),
      ),
    async begin(client: Pick<TestClient, 'playBeforePay'>, given: LimitedStart, key = newId()): Promise<string> {
      const vehicleId = given.vehicleId ?? (await venue.vehicle({ orgCode })).id
      return (await client.playBeforePay.add({ body: venue.start({ ...given, vehicleId }), key })).result.id
    },
    stored: async (id: string) => (await venue.rows('playRecord').where('id', id))[0],
  }
}

export type LimitedVenue = Awaited<ReturnType<typeof limitedVenue>>

/** The refusal, or code `no refusal`. */
export const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ({ code: 'no refusal', message: undefined, details: undefined }),
    ({ code, serverMessage, details }) => ({ code, message: serverMessage, details }),
  )
