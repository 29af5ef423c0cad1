import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type SimulatedHopper, startSimulatedHopper } from '#server/features/gateway/index.ts'
import { replayLedger } from '#server/features/ledger/index.ts'
import { reconcile } from '#server/features/reconciliation/reconcile.service.ts'
import { newId } from '#shared/core/id.ts'
import { until } from '#tests/support/until.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const { server, venue, manager, cashier } = await testVenue(['manager', 'cashier'], {
  jobs: true,
  mqtt: { kind: 'embedded', host: '127.0.0.1', port: 0, tls: undefined },
})
const MINUTE = 60_000
const FAST = { rate: 400, stateEveryMs: 200 }
const closings: (() => Promise<unknown>)[] = []
let ruleId = ''

beforeAll(async () => {
  // 7.00 give 10 coins.
  const given = { consumeType: 'NOCARDCONSUME', toolType: 'COIN', price: 0, laps: 0, minutes: 0 } as const
  ruleId = (await venue.rule({ ...given, coinPrice: 700, coinCount: 10 })).id
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

interface Machine {
  id: string
  hopper: SimulatedHopper
}

/** A coin machine that has no connection yet. */
async function device(): Promise<{ id: string; start(options?: object): SimulatedHopper }> {
  const serialNumber = newId()
  await manager.devices.add({ body: { serialNumber, name: `出币机${serialNumber.slice(-4)}`, deviceType: 'COIN' } })
  const [row] = (await manager.devices.list({ query: { serialNumber } })).result.records
  const id = String(row?.id)
  const { port, password } = (await manager.vehicleBoxes.access({ body: { deviceId: id } })).result
  const key = { id, orgCode: STORE, secret: password }
  return {
    id,
    start(options = {}) {
      const hopper = startSimulatedHopper({ url: `mqtt://127.0.0.1:${port}`, key, ...FAST, ...options })
      closings.push(() => hopper.stop())
      return hopper
    },
  }
}

/** A coin machine that the server sees as online. */
async function machine(options: object = {}): Promise<Machine> {
  const { id, start } = await device()
  const hopper = start(options)
  await until(async () => {
    const { result } = await cashier.coinOutputs.machines({ query: {} })
    expect(result.find((one) => one.id === id)).toMatchObject({ online: true, coinsLeft: hopper.coins() })
  })
  return { id, hopper }
}

const sell = (deviceId: string, more: object = {}, key = newId()) =>
  cashier.coinOutputs.add({
    key,
    body: { deviceId, ruleId, times: 3, payMode: 'cash', ...more } as Parameters<
      typeof cashier.coinOutputs.add
    >[0]['body'],
  })
const outputOf = async (id: string) => (await manager.coinOutputs.queryById({ query: { id } })).result
const ended = (id: string) =>
  until(async () => {
    const output = await outputOf(id)
    expect(output.coinState).toBe('completed')
    return output
  })
const worth = async (member: string) =>
  Object.fromEntries(Object.entries(await venue.wallets(member)).map(([kind, { value }]) => [kind, value]))
const moneyOf = async (id: string) => {
  const back = (await venue.rows('coinOutput').where('id', id))[0]?.backId
  const lines = [...(await venue.rows('ledgerLine').where('causeId', id))]
  if (back) lines.push(...(await venue.rows('ledgerLine').where('causeId', back)))
  return lines.map(({ causeKind, account, delta }) => `${causeKind} ${account} ${delta}`)
}
const differences = async () => {
  await reconcile(server.deps, STORE)
  const rows = await venue.rows('reconciliationDifference').where('orgCode', STORE)
  return rows.map(({ kind, reference, stored, expected }) => ({ kind, reference, stored, expected }))
}

describe('a coin output', () => {
  it('is paid, counted out and completed, once for its key', async () => {
    const { id: deviceId, hopper } = await machine()
    const key = newId()
    const answers = await Promise.all([sell(deviceId, {}, key), sell(deviceId, {}, key)])
    for (const { result, message } of answers) {
      expect(message).toBe(key)
      expect(result).toEqual({ id: key, asked: 30, amount: 21, waits: false })
    }
    expect(await ended(key)).toMatchObject({ asked: 30, counted: 30, backCoins: 0, amount: 21, payMode: 'cash' })
    expect(hopper.dropped()).toBe(30)
    expect(await moneyOf(key)).toEqual(['coinOut cash 2100'])
  })

  it('takes what the store of its machine takes, which the machine says', async () => {
    const { id: deviceId } = await machine()
    const takes = async () => {
      const { result } = await cashier.coinOutputs.machines({ query: {} })
      const found = result.find(({ id }) => id === deviceId)
      return [found?.acceptsCash, found?.takesCodes]
    }
    expect(await takes()).toEqual(['YES', 'YES'])
    await venue.setTenders({ cash: false, codes: false })
    expect(await takes()).toEqual(['NO', 'NO'])
    expect(await codeAndFieldOf(sell(deviceId))).toBe('sessions.cashRefused payMode')
    expect(await codeAndFieldOf(sell(deviceId, { payMode: 'scan', payCode: codeEnding(0) }))).toBe(
      'payments.providerOff payCode',
    )
    await venue.setTenders({ cash: true, codes: true })
    expect(await venue.rows('coinOutput').where('deviceId', deviceId)).toEqual([])
  })

  it('takes balance, or coins of the wallet at no price', async () => {
    const { id: deviceId } = await machine()
    const userId = await venue.member({ balance: 1500, give: 1000, coins: 25 })
    const sold = (await sell(deviceId, { userId, payMode: 'balance' })).result
    await ended(sold.id)
    expect(await worth(userId)).toEqual({ balance: 0, give: 400, coins: 25 })
    const own = (await sell(deviceId, { userId, payMode: 'coins', ruleId: null, count: 20 })).result
    expect(own).toMatchObject({ asked: 20, amount: 0 })
    await ended(own.id)
    expect(await worth(userId)).toEqual({ balance: 0, give: 400, coins: 5 })
    expect(await codeOf(sell(deviceId, { userId, payMode: 'balance' }))).toBe('members.insufficientBalance')
    expect(await codeOf(sell(deviceId, { userId, payMode: 'coins', ruleId: null, count: 6 }))).toBe(
      'wallets.coinsShort',
    )
  })

  it('gives back once what a machine was stuck with, and never pays a late report', async () => {
    const { id: deviceId, hopper } = await machine({ rate: 40 })
    const userId = await venue.member({ balance: 1100, give: 1000 })
    const { id } = (await sell(deviceId, { userId, payMode: 'balance' })).result
    await until(() => expect(hopper.dropped()).toBeGreaterThan(4))
    hopper.jam(true)
    const output = await ended(id)
    expect(output.counted).toBe(hopper.dropped())
    expect(output.backCoins).toBe(30 - output.counted)
    const back = Math.floor((2100 * output.backCoins) / 30)
    expect(output.backAmount).toBe(back / 100)
    const { balance = 0, give = 0 } = await worth(userId)
    expect(balance + give).toBe(back)
    expect(give).toBe(Math.floor((back * 1000) / 2100))
    expect(await codeAndFieldOf(sell(deviceId))).toBe('coins.machineFault deviceId')
    await expect(sell(deviceId)).rejects.toMatchObject({ serverMessage: expect.stringContaining('（卡币）') })
  })

  it('is given back after its minute where the machine is silent, and a late report is a difference', async () => {
    const { id: deviceId, hopper } = await machine()
    hopper.mute(true)
    const { id } = (await sell(deviceId)).result
    await until(() => expect(hopper.dropped()).toBe(30))
    expect(await outputOf(id)).toMatchObject({ coinState: 'notIssued', counted: 0 })
    const { realname: operatorName } = cashier.user
    const waiting = { id, asked: 30, counted: 0, payState: 'paid', operatorName }
    const shown = (await manager.coinOutputs.machines({ query: {} })).result.find((one) => one.id === deviceId)
    expect(shown).toMatchObject({ sysOrgCode_dictText: '极速卡丁·滨江店', output: waiting })
    server.clock.advance(MINUTE)
    expect(await ended(id)).toMatchObject({ counted: 0, backCoins: 30, backAmount: 21, lateCounted: null })
    expect(await moneyOf(id)).toEqual(['coinOut cash 2100', 'coinBack cash -2100'])
    hopper.mute(false)
    await until(async () => expect((await outputOf(id)).lateCounted).toBe(30))
    expect(await moneyOf(id)).toEqual(['coinOut cash 2100', 'coinBack cash -2100'])
    expect(await differences()).toEqual([{ kind: 'coinDifference', reference: id, stored: 0, expected: 30 }])
    // The loss radar has it with its worth, and its list shows the same.
    const radar = (await manager.lossRadar.query({ query: {} })).result
    const { figures = [] } = radar.people.find(({ userId }) => userId === cashier.user.id) ?? {}
    expect(figures.find(({ measure }) => measure === 'lateCoins')).toMatchObject({ count: 1, amount: 21 })
    const late = { createTime_begin: radar.from, createTime_end: radar.until, lateCounted_begin: '1' }
    const of = async (staffName: string) =>
      (await manager.coinOutputs.list({ query: { ...late, staffName } })).result.records.map((one) => one.id)
    expect(await of(operatorName)).toEqual([id])
    expect(await of(manager.user.realname)).toEqual([])
    // The command may come again: the machine has settled it.
    expect(hopper.dropped()).toBe(30)
    expect(await venue.inEveryStore(replayLedger)).toEqual([])
  })

  it('of a scan is counted when the payment has arrived, and given back by the provider', async () => {
    const { id: deviceId, hopper } = await machine({ rate: 60 })
    const scan = { payMode: 'scan', payCode: codeEnding(0) }
    const sold = (await sell(deviceId, scan)).result
    expect(sold.waits).toBe(true)
    await until(() => expect(hopper.dropped()).toBeGreaterThan(2))
    hopper.jam(true)
    const { counted, backAmount } = await ended(sold.id)
    expect(backAmount).toBe(Math.floor((2100 * (30 - counted)) / 30) / 100)
    const [{ backId = '' } = {}] = await venue.rows('coinOutput').where('id', sold.id)
    await until(async () =>
      expect(await venue.rows('paymentRefund').where('id', backId ?? '')).toMatchObject([{ state: 'done' }]),
    )
    expect((await differences()).filter(({ kind }) => kind !== 'coinDifference')).toEqual([])
  })

  it('of a payment that was closed takes nothing and frees the machine', async () => {
    const { id: deviceId, hopper } = await machine()
    const { id } = (await sell(deviceId, { payMode: 'scan', payCode: codeEnding(4) })).result
    expect(await ended(id)).toMatchObject({ payState: 'closed', counted: 0, backCoins: 0, backAmount: 0 })
    expect(await moneyOf(id)).toEqual([])
    expect(hopper.dropped()).toBe(0)
    await ended((await sell(deviceId)).result.id)
  })

  it('of cash is paid back from the safe where its shift is closed', async () => {
    const { id: deviceId, hopper } = await machine()
    const shift = (await cashier.shifts.open({ key: newId(), body: { floatAmount: 0 } })).result.id
    hopper.mute(true)
    const { id } = (await sell(deviceId)).result
    expect(await venue.rows('ledgerLine').where('causeId', id)).toMatchObject([{ shiftId: shift }])
    await cashier.shifts.close({ key: newId(), body: { id: shift, counted: 21 } })
    server.clock.advance(MINUTE)
    await ended(id)
    const [{ backId = '' } = {}] = await venue.rows('coinOutput').where('id', id)
    expect(await venue.rows('ledgerLine').where('causeId', backId ?? '')).toMatchObject([
      { account: 'cash', delta: -2100, shiftId: null },
    ])
    expect(await venue.rows('safePayout').where('causeId', backId ?? '')).toMatchObject([{ amount: 2100 }])
  })

  it('is counted once although reports are lost and the network is cut', async () => {
    const { id: deviceId, hopper } = await machine({ rate: 60 })
    const { id } = (await sell(deviceId)).result
    await until(() => expect(hopper.dropped()).toBeGreaterThan(2))
    hopper.drop(1200)
    expect(await ended(id)).toMatchObject({ counted: 30, backCoins: 0 })
    expect(hopper.dropped()).toBe(30)
  })

  it('goes on during an emergency stop, which its machine does not receive', async () => {
    const { id: deviceId, hopper } = await machine({ rate: 20 })
    const { id } = (await sell(deviceId)).result
    await until(() => expect(hopper.dropped()).toBeGreaterThan(0))
    const stops = (await cashier.emergency.stop({ body: {} })).result
    expect(await ended(id)).toMatchObject({ counted: 30, backCoins: 0 })
    expect(hopper.unexpected()).toEqual([])
    for (const stop of stops) await manager.emergency.release({ body: { id: stop.id } })
  })

  it('is refused before anything is taken where the machine is offline, busy or too empty', async () => {
    const { id: unknown } = await device()
    const userId = await venue.member({ balance: 9000 })
    expect(await codeAndFieldOf(sell(unknown, { userId, payMode: 'balance' }))).toBe('coins.machineOffline deviceId')
    const { id: poor } = await machine({ coins: 20 })
    expect(await codeAndFieldOf(sell(poor, { userId, payMode: 'balance' }))).toBe('coins.hopperShort deviceId')
    const { id: slow, hopper } = await machine({ rate: 1 })
    const { id } = (await sell(slow, { userId, payMode: 'balance' })).result
    expect(await codeAndFieldOf(sell(slow, { userId, payMode: 'balance' }))).toBe('coins.machineBusy deviceId')
    expect(await worth(userId)).toEqual({ balance: 6900 })
    hopper.jam(true)
    await ended(id)
    await hopper.stop()
    await until(async () =>
      expect(await codeAndFieldOf(sell(slow, { userId, payMode: 'balance' }))).toBe('coins.machineOffline deviceId'),
    )
  })

  it('is one of many at once at a machine', async () => {
    const { id: deviceId, hopper } = await machine({ rate: 30 })
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(sell(deviceId, { times: 1 }))))
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['done', 'coins.machineBusy']))
    await until(() => expect(hopper.dropped()).toBe(10))
  })

  it('names the field of what does not fit together', async () => {
    const deviceId = newId()
    const userId = await venue.member({ coins: 5 })
    const refusals = [
      { payMode: 'balance' },
      { payMode: 'coins', userId, count: 5 },
      { payMode: 'coins', userId, ruleId: null },
      { payMode: 'scan' },
    ].map((more) => codeAndFieldOf(sell(deviceId, more)))
    expect(await Promise.all(refusals)).toEqual(
      ['userId', 'ruleId', 'count', 'payCode'].map((field) => `common.invalidInput ${field}`),
    )
  })
})

describe('returned coins', () => {
  it('go into the wallet, once', async () => {
    const userId = await venue.member({ coins: 5 })
    const key = newId()
    const give = () => cashier.coinReturns.add({ key, body: { userId, coins: 12 } })
    const answers = await Promise.all([give(), give()])
    for (const { result } of answers) expect(result).toEqual({ id: key, before: 5, after: 17 })
    expect(await worth(userId)).toEqual({ coins: 17 })
    const { records } = (await manager.coinReturns.list({ query: { userId } })).result
    expect(records).toMatchObject([{ id: key, coins: 12, operatorName: cashier.user.realname }])
    expect(await codeAndFieldOf(cashier.coinReturns.add({ key: newId(), body: { userId: '999', coins: 1 } }))).toBe(
      'members.notFound userId',
    )
  })
})
