import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { text } from '#shared/i18n/catalogue.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { enrolledTerminal } from '#tests/support/venue/terminal-key.ts'
import { reportWith } from '#tests/support/venue/terminal-reports.ts'
import { STORE, type Venue, venueOf } from '#tests/support/venue/venue.ts'

// Tests that a user who orders a paper is informed if no terminal can print it.
let server: TestServer
let venue: Venue
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  venue = venueOf(server)
  manager = await server.signIn('manager', STORE)
})
afterAll(() => server.stop())

const nobody = text('zh', 'print.nobody')

it('reports that no terminal of the store has a printer for a paper, or that it was sent', async () => {
  const { id: rule } = await venue.rule({ price: 100 })
  const { result: order } = await manager.consume.add({
    key: newId(),
    body: {
      consumeType: 'BALANCE',
      consumeVehicleMode: 'circlemode',
      sysDepartConsumeRoleId: rule,
      vehicleId: (await venue.vehicle()).id,
      racer: '小王',
      userId: await venue.member({ balance: 1000 }),
    },
  })
  const ride = String(order.plays[0]?.id)
  /** The answers of ordering papers of an order, of its ride, and a sample; and the store's printer state. */
  const answersOf = async (printId = '') => {
    const answers = [
      await manager.consume.reprintTicket({ query: { id: ride, printId } }),
      await manager.consumeOrders.printReceipt({ body: { id: order.id, printId } }),
      await manager.printLayouts.printSample({ body: { orgCode: STORE, kind: 'queueTicket', printId } }),
    ]
    const reported = answers.map(({ message, result }) => {
      expect(message === nobody).toBe(!result.hasPrinter)
      return result.hasPrinter
    })
    return [...reported, (await manager.consume.getDepartInfo()).result.hasPrinter]
  }
  const none = [false, false, false, 'NO']
  const sent = [true, true, true, 'YES']
  expect(await answersOf()).toEqual(none)

  const now = () => server.clock.now().getTime()
  const { id, with: by } = await enrolledTerminal(server, manager, { now })
  const says = (printer: 'ready' | 'off') =>
    by(manager).terminals.report({ body: { terminalId: id, version: '1', report: reportWith(printer) } })
  // Before its first report the state is unknown.
  expect(await answersOf()).toEqual(sent)
  await says('off')
  expect(await answersOf()).toEqual(none)
  await says('ready')
  expect(await answersOf()).toEqual(sent)
  expect(await answersOf('P9')).toEqual([false, false, false, 'YES'])
  await manager.terminals.revoke({ body: { id, sysOrgCode: STORE } })
  expect(await answersOf()).toEqual(none)
})

it('offers the wristbands of a start to other counters at once if its own has no printer', async () => {
  const now = () => server.clock.now().getTime()
  const [own, other] = [
    await enrolledTerminal(server, manager, { now }),
    await enrolledTerminal(server, manager, { now }),
  ]
  const { id: ruleId } = await venue.rule({ useBracelet: true, braceletCount: 1 })
  const labels = async (printer: 'ready' | 'off') => {
    await own
      .with(manager)
      .terminals.report({ body: { terminalId: own.id, version: '1', report: reportWith(printer) } })
    const start = { ruleId, vehicleId: (await venue.vehicle()).id, people: 1, terminalId: own.id }
    const { ticketNo } = (await own.with(manager).playBeforePay.add({ body: venue.start(start), key: newId() })).result
    const { result } = await other.with(manager).terminals.claimPrintJobs({ body: { terminalId: other.id } })
    return result.filter(({ ticket }) => ticket.ticketNo === ticketNo && ticket.wristbands).length
  }
  expect([await labels('ready'), await labels('off')]).toEqual([0, 1])
})
