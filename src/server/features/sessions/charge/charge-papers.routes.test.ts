import { expect, it } from 'vitest'
import { processPayments } from '#server/features/payments/index.ts'
import { newId } from '#shared/core/id.ts'
import type { ChargeInput } from '#shared/features/sessions/charge.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { refusal } from '#tests/support/venue/limited-rules.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { reportWith } from '#tests/support/venue/terminal-reports.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE, type Venue } from '#tests/support/venue/venue.ts'

const { server, venue, cashier } = await testVenue(['cashier'])

async function charge(rule: Parameters<Venue['rule']>[0], more: Partial<ChargeInput> = {}) {
  const { id } = await venue.rule(rule)
  const body = {
    consumeType: rule?.consumeType ?? 'BALANCE',
    consumeVehicleMode: 'circlemode',
    sysDepartConsumeRoleId: id,
    vehicleId: (await venue.vehicle({ seats: 4 })).id,
    racer: '小王',
  } as const
  return (await cashier.consume.add({ key: newId(), body: { ...body, ...more } })).result
}

interface Paper {
  orderId: string
  ticketNo: string
  racer: string
  wristbands?: number
  paid?: object
  document?: { title: string; facts: [string, string][] }
}

/** By their copies. */
const papersOf = async (printId: string) =>
  (await venue.rows('printJob').where('printId', printId))
    .map(({ copyNo, ticket }) => ({ copyNo: Number(copyNo), ticket: ticket as Paper }))
    .sort((a, b) => a.copyNo - b.copyNo)

it('prints payment and remaining value, and marks later receipts as copies', async () => {
  const userId = await venue.member({ balance: 10_000, give: 2000, realname: '张三' })
  const { id, plays } = await charge({ price: 10_500 }, { userId })
  await cashier.consumeOrders.printReceipt({ body: { id, printId: 'R1' } })
  await cashier.consumeOrders.printReceipt({ body: { id, printId: 'R1' } })
  const papers = await papersOf('R1')
  expect(papers.map(({ copyNo }) => copyNo)).toEqual([0, 1])
  const facts = new Map(papers[0]?.ticket.document?.facts)
  expect(papers[0]?.ticket.document?.title).toBe('消费小票')
  expect(Object.fromEntries(facts)).toMatchObject({
    会员: `张三 ${userId}`,
    票号: plays[0]?.ticketNo,
    金额: '105.00',
    '支付（余额）': '100.00',
    '支付（赠送）': '5.00',
    现有余额: '0.00',
    现有赠送: '15.00',
  })
})

it('prints a walk-in’s deposit and its return, and refuses unpaid or invisible orders', async () => {
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, deposit: 5000 } as const
  const { id, plays } = await charge(guest, { consumePayMode: 'cash' })
  const listed = async () =>
    (await cashier.consumeOrders.list({ query: { depositState: 'held', racer: '小王' } })).result.records
  expect((await listed()).map(({ tickets, playIds }) => [tickets, playIds])).toEqual([
    [plays[0]?.ticketNo, [plays[0]?.id]],
  ])
  await cashier.consumeOrders.returnDeposit({ key: newId(), body: { id } })
  expect(await listed()).toEqual([])
  await cashier.consumeOrders.printReceipt({ body: { id, printId: 'R2' } })
  const facts = (await papersOf('R2'))[0]?.ticket.document?.facts ?? []
  expect(facts).toContainEqual(['支付（现金）', '80.00'])
  expect(facts).toContainEqual(['其中押金', '50.00'])
  expect(facts.map(([name]) => name)).toContain('押金已退')

  const open = (await charge(guest, { payCode: codeEnding(2) })).id
  const print = (by: TestClient, one: string) =>
    refusal(by.consumeOrders.printReceipt({ body: { id: one, printId: 'R3' } }))
  expect((await print(cashier, open)).code).toBe('sessions.orderNotPaid')
  expect((await print(await server.signIn('manager2', 'A01A02'), id)).code).toBe('common.recordNotFound')
  expect(await papersOf('R3')).toEqual([])
})

it('shows cash received and change on ticket and receipt, stores it with the order, and refuses too little', async () => {
  const guest = { consumeType: 'NOCARDCONSUME', price: 5800, deposit: 5000 } as const
  const inCash = { consumePayMode: 'cash', printId: 'R5' } as const
  const { id, plays } = await charge(guest, { ...inCash, received: 200 })
  const paid = { by: 'cash', amount: 58, deposit: 50, received: 200 }
  expect(plays[0]?.ticket).toMatchObject({ paid })
  expect((await papersOf('R5')).map(({ ticket }) => ticket)).toMatchObject([{ paid }])
  await cashier.consumeOrders.printReceipt({ body: { id, printId: 'R6' } })
  const facts = (await papersOf('R6'))[0]?.ticket.document?.facts
  expect(facts).toContainEqual(['实收现金', '200.00'])
  expect(facts).toContainEqual(['找零', '92.00'])
  // The drawer has the amount due, and no more.
  const lines = (await venue.rows('ledgerLine').where('causeId', id)).filter(({ account }) => account === 'cash')
  expect(lines.map(({ delta }) => Number(delta))).toEqual([10_800])

  const short = await refusal(charge(guest, { ...inCash, received: 107.99 }))
  expect([short.code, short.details]).toEqual(['sessions.receivedShort', { field: 'received', needed: '108.00' }])
  const unsaid = await charge(guest, inCash)
  expect(unsaid.plays[0]?.ticket?.paid).toBeUndefined()
  const byCode = await charge(guest, { payCode: codeEnding(0), received: 1 })
  expect(await venue.rows('consumeOrder').where('id', byCode.id)).toMatchObject([{ received: null }])
})

it('prints the wristbands of a paid ride: as many per person as the rule says, under their own id', async () => {
  const bracelets = { useBracelet: true, braceletCount: 2, useMode: 'immediate' } as const
  const userId = await venue.member({ balance: 100_000 })
  const { plays } = await charge({ price: 100, ...bracelets }, { userId, people: 3, printId: 'W1' })
  const papers = (await papersOf('W1')).map(({ ticket }) => ticket)
  expect(papers).toHaveLength(2)
  const ticket = papers.find(({ orderId }) => orderId === plays[0]?.id)
  const labels = papers.find(({ orderId }) => orderId !== plays[0]?.id)
  expect([ticket?.wristbands, labels?.wristbands]).toEqual([undefined, 6])
  expect([labels?.ticketNo, labels?.racer]).toEqual([plays[0]?.ticketNo, '小王'])
  await cashier.consume.reprintTicket({ query: { id: String(plays[0]?.id), printId: 'W1' } })
  expect((await papersOf('W1')).filter(({ ticket: { wristbands } }) => wristbands)).toHaveLength(1)

  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, ...bracelets } as const
  await charge(guest, { payCode: codeEnding(0), people: 1, printId: 'W2' })
  expect(await papersOf('W2')).toEqual([])
  await processPayments(server.deps)
  await processPayments(server.deps)
  expect((await papersOf('W2')).map(({ ticket: { wristbands } }) => wristbands ?? 0).sort()).toEqual([0, 2])

  const { id: ruleId } = await venue.rule({ ...bracelets })
  const start = { ruleId, vehicleId: (await venue.vehicle()).id, printId: 'W3', people: 1 }
  await cashier.playBeforePay.add({ body: venue.start(start), key: newId() })
  expect((await papersOf('W3')).map(({ ticket: { wristbands } }) => wristbands ?? 0).sort()).toEqual([0, 2])
})

it('gives tickets of a scan payment to the selling counter first, and after a minute to any other', async () => {
  const manager = await server.signIn('manager', STORE)
  const now = () => server.clock.now().getTime()
  const own = await enrolledTerminal(server, manager, { now })
  const other = await enrolledTerminal(server, manager, { now })
  const guest = { consumeType: 'NOCARDCONSUME', price: 3000, useBracelet: true, braceletCount: 1 } as const
  const { id: ruleId } = await venue.rule(guest)
  const paid = async (): Promise<string> => {
    const body = {
      consumeType: guest.consumeType,
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: ruleId,
      vehicleId: (await venue.vehicle()).id,
      racer: '小王',
      payCode: codeEnding(0),
      terminalId: own.id,
    } as const
    const { id, plays } = (await own.with(cashier).consume.add({ key: newId(), body })).result
    await processPayments(server.deps)
    await processPayments(server.deps)
    expect((await cashier.consume.queryById({ query: { id } })).result.payState).toBe('paid')
    return String(plays[0]?.id)
  }
  /** The tickets and wristbands of a ride that a terminal gets. */
  const claimed = async (by: TestTerminal, ride: string) => {
    const { result } = await by.with(cashier).terminals.claimPrintJobs({ body: { terminalId: by.id } })
    const ticketNo = (await venue.rows('playRecord').where('id', ride))[0]?.ticketNo
    return result.filter(({ ticket }) => ticket.ticketNo === ticketNo).length
  }
  const first = await paid()
  expect([await claimed(other, first), await claimed(own, first)]).toEqual([0, 2])
  const second = await paid()
  server.clock.advance(45_000)
  expect(await claimed(other, second)).toBe(0)
  server.clock.advance(16_000)
  expect(await claimed(other, second)).toBe(2)

  // A counter without a printer does not hold papers back from others.
  const says = (printer: 'ready' | 'off') =>
    own.with(cashier).terminals.report({ body: { terminalId: own.id, version: '1', report: reportWith(printer) } })
  await says('off')
  expect(await claimed(other, await paid())).toBe(2)
  await says('ready')
  expect(await claimed(other, await paid())).toBe(0)
})
