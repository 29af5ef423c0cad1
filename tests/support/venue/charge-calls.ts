import { newId } from '#shared/core/id.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'
import { STORE, type Venue } from './venue.ts'

/** The answers of `charge` and `charge_batch`. */
export interface ChargeAnswer {
  repeated: boolean
  orgCode: string
  answer: { result: { lines: object[]; plays: object[] } }
}

interface Given {
  rule?: object
  member?: object
  vehicle?: object
  /** Of the call itself. */
  [name: string]: unknown
}

/** Calls the two SQL functions for charges like the server. */
export function chargeCalls(server: TestServer, venue: Venue, cashier: TestClient) {
  const { db } = server.deps
  return {
    /** A ride of a member with money, to be charged and started: the common case. */
    async ride({ rule = {}, member = {}, vehicle = {}, ...more }: Given = {}) {
      const memberId = await venue.member({ nickname: '会员', balance: 9000, give: 2000, ...member })
      const { id: ruleId } = await venue.rule({ price: 3500, experience: 7, ...rule })
      const { id: vehicleId } = await venue.vehicle(vehicle)
      return {
        scope: STORE,
        scopeEnd: `${STORE}~`,
        key: newId(),
        path: '/consume/sysConsume/add',
        bodyHash: 'a hash',
        userId: cashier.user.id,
        username: 'cashier',
        realname: cashier.user.realname,
        ip: '10.0.0.1',
        requestId: 'r-1',
        kind: '/consume/sysConsume',
        userOrgCode: STORE,
        request: '{"people": 1}',
        waitedMs: 3,
        locale: 'zh',
        inputRefusal: null,
        proofRefusal: null,
        payRefusal: null,
        payment: {},
        ruleId,
        consumeType: 'BALANCE',
        runMode: 'circlemode',
        usageMode: 'immediate',
        guestPayMode: 'wechat',
        vehicleIds: [vehicleId],
        memberId,
        people: 1,
        couponCode: null,
        racer: '车手',
        remark: 'gladly',
        printId: '',
        photoId: null,
        noPhoto: null,
        mayTest: false,
        signedBy: null,
        terminalId: null,
        cashierId: null,
        tokenHash: 'a token',
        passwordHash: null,
        rideIds: [newId(), newId()],
        runIds: [newId(), newId()],
        entryIds: [newId(), newId()],
        now: server.clock.now(),
        ...more,
      }
    },
    /** The charges that were made, by their keys. */
    together: (...calls: object[]): Promise<Record<string, ChargeAnswer>> =>
      db.call('charge_batch', 'call charge_batch_committed($1, null)', [JSON.stringify(calls)]),
    alone: (call: object): Promise<ChargeAnswer> =>
      db.call('charge', 'call charge_committed($1, null)', [JSON.stringify(call)]),
  }
}

export type ChargeCalls = ReturnType<typeof chargeCalls>
export type ChargeCall = Awaited<ReturnType<ChargeCalls['ride']>>
