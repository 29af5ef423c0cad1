import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ConsumeType } from '#shared/features/rules/consume-rules.contract.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import type { ConsumeInput } from '#shared/features/sessions/play-before-pay.contract.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { STORE, type Venue } from './venue.ts'

type Rule = Parameters<Venue['rule']>[0]
type Given = Partial<ChargeInput> & { key?: string; by?: Pick<TestClient, 'consume'> }

/** Sells rides at a counter, each by a new rule, and reads their ledger entries. */
export function salesOf(server: TestServer, venue: Venue, cashier: TestClient) {
  return {
    /** Charges by a new rule of a type, with a new vehicle unless one is named. */
    async charge(rule: Rule, { key = newId(), by = cashier, ...more }: Given = {}) {
      const consumeType = rule?.consumeType ?? 'BALANCE'
      const { id } = await venue.rule(rule)
      const vehicleId = more.usageMode === 'lineup' ? '' : (await venue.vehicle()).id
      const body = {
        consumeType,
        consumeVehicleMode: 'circlemode',
        sysDepartConsumeRoleId: id,
        vehicleId,
        racer: '车手',
      } as const
      return by.consume.add({ key, body: { ...body, ...more } })
    },
    /** Starts a ride that is paid later; returns its record. */
    async hang(rule: Rule, userId = ''): Promise<string> {
      const key = newId()
      const [{ id: ruleId }, { id: vehicleId }] = [await venue.rule(rule), await venue.vehicle()]
      await cashier.playBeforePay.add({ key, body: venue.start({ ruleId, vehicleId, userId }) })
      return key
    },
    settle: (id: string, consumeType: ConsumeType, more: Partial<ConsumeInput> = {}, key = newId()) =>
      cashier.playBeforePay.settle({ key, body: { id, consumeType, consumeVehicleMode: 'circlemode', ...more } }),
    /** The ledger entries of a cause, `account project delta`. */
    ledgerOf: async (cause: string): Promise<string[]> =>
      (await venue.rows('ledgerLine').where('causeId', cause))
        .map(({ account, project, delta }) => [account, project, delta].filter((part) => part !== '').join(' '))
        .sort(),
    async coupon(given: { value?: number; usesAllowed?: number } = {}): Promise<string> {
      const code = `C${newId().slice(-12)}`
      const row = { id: newId(), orgCode: STORE, code, value: given.value ?? 0, usesAllowed: given.usesAllowed ?? 1 }
      await venue.inEveryStore((trx) => trx.insertInto('groupCoupon').values(row).execute())
      return code
    },
    visits: (member: string, project: string, delta: number) =>
      venue.post({}, [{ account: 'frequency', member, project, delta }]),
    stateOf: async (id: string) => (await venue.rows('playRecord').where('id', id))[0]?.state,
    /** Waits for the end of an order's payment by the server's clock, and returns the order's state. */
    async ended(id: string): Promise<string> {
      for (let second = 0; second < 70; second += 5) {
        await processPayments(server.deps)
        const { result } = await cashier.consume.queryById({ query: { id } })
        if (result.payState !== 'nopay') return result.payState
        server.clock.advance(5000)
      }
      return 'nopay'
    },
  }
}

export type Sales = ReturnType<typeof salesOf>
