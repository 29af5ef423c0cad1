import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { codeEnding } from '#tests/support/venue/paid-orders.ts'
import { demoRule, STORE } from '#tests/support/venue/venue.ts'
import { counterPage } from './pages/counter.page.ts'
import { crudPage } from './pages/crud.page.ts'
import { playRecordsPage } from './pages/play-records.page.ts'
import { PASSWORD, startVenue, type VenueServer } from './support/built-server.ts'
import { hasFocus, pressAt } from './support/focus.ts'
import { shows, textOf, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

// An evening on the floor: a heat, a swap, a trial that is paid, one that escapes, a reservation.
let server: VenueServer
let browser: WebBrowser
let manager: string

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  manager = await server.signIn('manager')
  await server.call(manager, '/sys/selectDepart', { username: 'manager', orgCode: STORE })
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})
// The vehicles and queue of the previous test are reset.
beforeEach(async () => {
  await server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'")
})

/** An action of another user at another counter. */
async function elsewhere<T>(path: string, body: object): Promise<T> {
  const answer = await server.call<{ success: boolean; message: string; result: T }>(manager, path, body, {
    'Idempotency-Key': newId(),
  })
  expect(answer.success, answer.message).toBe(true)
  return answer.result
}
const enter = (path: string, username = 'manager') => browser.openSignedIn(server, username, path, { orgCode: STORE })

/** Charges a walk-in in cash and queues the ride; returns the ticket. */
async function lineUp(racer: string): Promise<string> {
  const paid = { consumeType: 'NOCARDCONSUME', consumePayMode: 'cash', usageMode: 'lineup' }
  const ride = { consumeVehicleMode: 'circlemode', sysDepartConsumeRoleId: demoRule('NOCARDCONSUME').id, racer }
  const { plays } = await elsewhere<{ plays: { ticketNo: string }[] }>('/consume/sysConsume/add', { ...paid, ...ride })
  return plays[0]?.ticketNo ?? ''
}

it('a heat of four starts on one key; one is extended and swapped, a fifth gives up, and every screen shows it', async () => {
  // A retry finds the guests of the first attempt.
  const attempt = newId().slice(-4)
  const racers = ['头车', '二车', '三车', '四车', '不等了'].map((name) => `${name}${attempt}`)
  const [, second = '', third = '', , fifth = ''] = racers
  const tickets: string[] = []
  for (const racer of racers) tickets.push(await lineUp(racer))
  const [counter, marshal] = [
    await enter('/counter', 'cashier2'),
    await browser.openSignedIn(server, 'manager', '/dispatch/sysDispatchBoard', { orgCode: STORE, size: phone }),
  ]
  const line = counter.getByRole('region', { name: t('menu.queue'), exact: true })
  const out = counter.getByRole('region', { name: t('queue.running'), exact: true })
  await shows(line, tickets[0] ?? '')
  const page = await enter('/dispatch/sysDispatchBoard')
  const cards = page.locator('.pl-waiting-card')
  await until(async () => expect(await cards.count()).toBeGreaterThanOrEqual(5))
  const card = (ticket: string | undefined) => page.locator(`.pl-waiting-card[data-ticket="${ticket}"]`)
  for (const ticket of tickets.slice(0, 4)) {
    // The digit is shown on the card; other guests may be in the queue.
    await page.keyboard.press((await card(ticket).locator('kbd').textContent()) ?? '')
    await until(async () => expect(await card(ticket).getAttribute('aria-pressed')).toBe('true'))
  }
  await page.getByRole('button', { name: t('dispatch.start', { count: 4 }) }).waitFor()
  await page.keyboard.press('Enter')
  const tile = (racer: string) => page.locator('.pl-floor-tile').filter({ hasText: racer })
  for (const racer of racers.slice(0, 4)) await shows(tile(racer), racer)
  await until(async () => expect(await card(tickets[0]).count()).toBe(0))
  const running = () =>
    server.query<{ racer: string; vehicle: string; extended: number }>(
      `select p.racer, v.name as vehicle, g.extended from run g join play_record p on p.id = g.play_id
         join vehicle v on v.id = g.vehicle_id where g.state = 'RUNNING' and p.racer = any($1) order by array_position($1, p.racer)`,
      [racers],
    )
  const heat = await running()
  expect(heat.map(({ racer }) => racer)).toEqual(racers.slice(0, 4))
  expect(new Set(heat.map(({ vehicle }) => vehicle)).size).toBe(4)
  // The marshal's phone and another counter show it by push.
  const carried = (racer: string) => marshal.locator('.pl-marshal-card').filter({ hasText: racer })
  for (const racer of racers.slice(0, 4)) await shows(carried(racer), racer)
  for (const { vehicle } of heat) await shows(out, vehicle)
  await until(async () => expect(await line.textContent()).not.toContain(tickets[0]))

  await tile(second).click()
  const drawer = page.locator('.pl-run-drawer')
  await drawer.getByRole('button', { name: t('dispatch.addLap') }).click()
  await until(async () => expect((await running())[1]?.extended).toBe(1))
  await carried(third)
    .getByRole('button', { name: t('dispatch.addLap') })
    .click()
  await until(async () => expect((await running())[2]?.extended).toBe(1))
  await drawer.getByRole('button', { name: t('dispatch.swap'), exact: true }).click()
  const swap = page.getByRole('dialog', { name: t('dispatch.swapTitle', { vehicle: heat[1]?.vehicle ?? '' }) })
  const free = swap.locator('.pl-swap-vehicles button').first()
  const other = (await free.textContent()) ?? ''
  await free.click()
  await swap.getByRole('button', { name: t('dispatch.swap'), exact: true }).click()
  await until(async () => expect(await tile(second).getAttribute('data-vehicle')).toBe(other))
  expect((await running())[1]).toMatchObject({ vehicle: other, extended: 1 })
  await until(async () => expect(await carried(second).getAttribute('data-vehicle')).toBe(other))
  await shows(out, other)

  await page.goto(`${server.url}/#/queue/sysQueue`)
  const list = crudPage(page)
  await list.row(fifth).waitFor()
  await list.actMore(fifth, t('queue.cancel'))
  const cancel = page.getByRole('dialog', { name: new RegExp(t('queue.cancel')) })
  await shows(cancel, t('queue.back.cash', { amount: '88.00' }))
  await cancel.getByLabel(t('queue.password')).fill(PASSWORD)
  // Until the drawers are read the button is disabled, and Enter does nothing.
  await until(async () => expect(await cancel.getByRole('button', { name: t('queue.cancel') }).isEnabled()).toBe(true))
  await pressAt(cancel.getByLabel(t('queue.password')), 'Enter')
  await shows(page.locator('.ant-modal-confirm'), t('queue.giveBack', { amount: '88.00' }))
  await page.locator('.ant-modal-confirm').getByRole('button').click()
  await until(async () => expect(await list.row(fifth).count()).toBe(0))
  await until(async () => expect(await line.textContent()).not.toContain(tickets[4]))
  const [left] = await server.query(
    `select q.state as place, o.state as paid, r.amount::int as refund from play_record p join queue_entry q on q.play_id = p.id
       join consume_order o on o.id = p.consume_id join refund_order r on r.order_id = o.id where p.racer = $1`,
    [fifth],
  )
  expect(left).toEqual({ place: 'CANCELLED', paid: 'refunded', refund: 8800 })
})

it("a trial is linked to its guest's recharge, and an escaped one is settled by a manager", async () => {
  // A retry finds the guests of the first attempt.
  const [trial, gone] = [`试玩的人${newId().slice(-4)}`, `走掉的人${newId().slice(-4)}`]
  const page = await enter('/playbeforepay/SysPlayBeforePayList')
  const list = playRecordsPage(page)
  await list.rows.first().waitFor()
  await page.locator('.pl-floating').click()
  await page.getByRole('menuitem', { name: t('floating.playFirst') }).click()
  const start = page.getByRole('dialog').filter({ hasText: t('playFirst.trial.hint') })
  await start.getByLabel(t('racer.label')).fill(trial)
  await until(async () => expect(await start.locator('.pl-play-first-rules [aria-pressed="true"]').count()).toBe(1))
  await start.getByRole('button', { name: t('playFirst.dispatch') }).click()
  await shows(start.getByRole('status'), /A\d{3}/)
  await start
    .getByRole('button', { name: t('action.close'), exact: true })
    .last()
    .click()
  await shows(list.row(trial), t('state.PENDING'))

  const recharge = { userId: '100008', consumePayMode: 'cash' }
  const { id: offer } = await server
    .query<{ id: string }>(`select id from recharge_rule where org_code = $1 and name = '充 200'`, [STORE])
    .then(([one]) => one ?? { id: '' })
  const order = { ...recharge, sysDepartRechargeRoleId: offer }
  const { id: reid } = await elsewhere<{ id: string }>('/memberrecharge/sysMemberRecharge/add', order)
  await list
    .row(trial)
    .getByRole('button', { name: t('link.action') })
    .click()
  const link = page.getByRole('dialog').filter({ hasText: trial })
  await link.getByRole('row', { name: /黄蓉/ }).first().click()
  await link.getByRole('button', { name: t('link.confirm') }).click()
  await shows(list.row(trial), t('state.RECHARGED'))
  const [linked] = await server.query(`select recharge_id as reid from play_record where racer = $1`, [trial])
  expect(linked).toEqual({ reid })

  const [free] = await server.query<{ id: string }>(
    `select v.id from vehicle v where v.org_code = $1 and v.condition = 'ready' and v.connected
       and not exists (select from run g where g.vehicle_id = v.id and g.state = 'RUNNING') order by v.index_number limit 1`,
    [STORE],
  )
  const guest = { consumeVehicleMode: 'circlemode', ruleId: demoRule('NOCARDCONSUME').id, racer: gone }
  const { id } = await elsewhere<{ id: string }>('/playbeforepay/sysPlayBeforePay/add', {
    ...guest,
    vehicleId: free?.id,
  })
  // Other rides of an hour ago may be listed before it.
  await list.keyword.fill(gone)
  await list.keyword.press('Enter')
  await shows(list.row(gone), t('state.PENDING'))
  await server.query(`update play_record set created_at = created_at - interval '61 minutes' where id = $1`, [id])
  const admin = await server.signIn('admin')
  const jobs = await server.call<{ result: { records: { id: string }[] } }>(
    admin,
    '/sys/quartzJob/list?jobClassName=playRecords.escape',
  )
  // A job that is already running may have checked before the hour was over.
  await until(async () => {
    await server.call(admin, `/sys/quartzJob/execute?id=${jobs.result.records[0]?.id}`)
    const [found] = await server.query('select state from play_record where id = $1', [id])
    expect(found).toEqual({ state: 'ESCAPED' })
  })
  await shows(list.row(gone), t('state.ESCAPED'))
  await list
    .row(gone)
    .getByRole('button', { name: t('settle.action') })
    .click()
  const settle = page.getByRole('dialog', { name: t('settle.title') })
  await settle.getByRole('button', { name: t('tender.cash'), exact: true }).click()
  await shows(settle, '108.00')
  await settle.getByRole('button', { name: t('settle.confirm'), exact: true }).click()
  await shows(list.row(gone), t('state.CONSUMED'))
  const [paid] = await server.query(
    `select p.state, o.state as paid, o.amount::int from play_record p join consume_order o on o.id = p.consume_id where p.id = $1`,
    [id],
  )
  expect(paid).toEqual({ state: 'CONSUMED', paid: 'paid', amount: 8800 })
})

it('guests with a reservation and a deposit arrive and are queued', async () => {
  // The session begins now, so that it is on today's calendar.
  const now = Date.now()
  const session = {
    startTime: toWireTime(new Date(now)),
    endTime: toWireTime(new Date(now + 30 * 60_000)),
    capacity: 7,
    ruleId: demoRule('NOCARDCONSUME').id,
  }
  await elsewhere('/reservation/sysReservationSession/add', session)
  const page = await enter('/reservation/sysReservation', 'cashier')
  const hour = session.startTime.slice(11, 16)
  const slot = page.locator('.pl-book-card').filter({ hasText: hour }).filter({ hasText: '0 / 7' }).last()
  await slot.focus()
  await hasFocus(slot)
  await slot.press('Enter')
  const drawer = page.locator('.ant-drawer:visible')
  await drawer.getByRole('button', { name: t('reservation.book') }).click()
  const { dialog, field } = crudPage(page)
  await field('姓名').fill('林小雨')
  await field('电话').fill('13912345678')
  await field('人数').fill('2')
  await field('定金').fill('20')
  await dialog.getByRole('button', { name: t('reservation.book') }).click()
  const booked = drawer.locator('.pl-book-list > li').filter({ hasText: '林小雨' })
  await shows(booked, t('reservation.state.CONFIRMED'))
  await shows(booked, '139****5678')

  await booked.getByRole('button', { name: t('reservation.arrive') }).click()
  await shows(dialog, t('reservation.cashGoesBack', { amount: '20.00' }))
  await dialog.getByRole('button', { name: t('reservation.arriveAction') }).click()
  const notice = page.locator('.ant-modal-confirm')
  await shows(notice, t('reservation.giveBack.cash', { amount: '20.00' }))
  await notice.getByRole('button').click()
  await shows(booked, t('reservation.state.ARRIVED'))
  await shows(booked, t('reservation.depositState.returned'))
  const waiting = await server.query(
    `select p.people from queue_entry q join play_record p on p.id = q.play_id where p.racer = $1 and q.state = 'WAITING'`,
    ['林小雨'],
  )
  expect(waiting).toEqual([{ people: 2 }])
})

it('a cash deposit goes back once the scanned code has paid, also if the payment is put aside', async () => {
  const now = Date.now()
  const session = {
    startTime: toWireTime(new Date(now)),
    endTime: toWireTime(new Date(now + 30 * 60_000)),
    capacity: 9,
    ruleId: demoRule('NOCARDCONSUME').id,
  }
  const { id: sessionId } = await elsewhere<{ id: string }>('/reservation/sysReservationSession/add', session)
  const guests = { paid: '扫码到账', aside: '稍后再看' }
  for (const realname of Object.values(guests)) {
    const deposit = { deposit: 20, consumePayMode: 'cash' }
    await elsewhere('/reservation/sysReservation/add', {
      sessionId,
      realname,
      phone: '13912345679',
      people: 1,
      ...deposit,
    })
  }
  const page = await enter('/reservation/sysReservation', 'cashier')
  const { dialog, field } = crudPage(page)
  await page.locator('.pl-book-card').filter({ hasText: '2 / 9' }).last().click()
  const notice = page.locator('.ant-modal-confirm')
  const arrive = async (name: string, payCode: string) => {
    const booked = page.locator('.ant-drawer:visible .pl-book-list > li').filter({ hasText: name })
    await booked.getByRole('button', { name: t('reservation.arrive') }).click()
    await dialog.getByRole('radio', { name: t('reservation.payMode.scan') }).click()
    await field(t('reservation.payCode')).fill(payCode)
    await dialog.getByRole('button', { name: t('reservation.arriveAction') }).click()
    return booked
  }
  const paid = await arrive(guests.paid, codeEnding(1))
  await shows(notice, t('reservation.giveBack.cash', { amount: '20.00' }))
  await notice.getByRole('button').click()
  await shows(paid, t('reservation.depositState.returned'))
  const aside = await arrive(guests.aside, codeEnding(2))
  await page.getByRole('button', { name: t('pay.aside') }).click()
  await shows(notice, t('reservation.cashBackLater', { amount: '20.00' }))
  await notice.getByRole('button').click()
  await shows(aside, t('reservation.depositState.held'))
})

it('shows at the counter which vehicles an emergency stop holds, and starts none of them until it is released', async () => {
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  const idle = screen.where.locator('[data-vehicle][data-state="idle"]')
  const stopped = screen.where.locator('[data-vehicle][data-state="stopped"]')
  await until(async () => expect(await idle.count()).toBeGreaterThan(0))
  const free = await idle.count()
  const stops = await elsewhere<{ id: string }[]>('/gateway/sysEmergency/stop', {})
  await until(async () => expect([await idle.count(), await stopped.count()]).toEqual([0, free]))
  await shows(stopped.first(), t('vehicle.state.stopped'))
  await shows(screen.where, t('vehicle.idleCount', { count: 0 }))
  expect(await screen.chosenVehicle.count()).toBe(0)
  await page.keyboard.press('1')
  await shows(screen.outlook, t('counter.will.noVehicle'))
  const board = await enter('/dispatch/sysDispatchBoard')
  const tiles = board.locator('.pl-floor-tile')
  await until(async () => expect(await tiles.count()).toBeGreaterThan(0))
  expect(await board.locator('.pl-floor-tile[data-state="idle"]').count()).toBe(0)
  await elsewhere('/gateway/sysEmergency/release', { id: stops[0]?.id, remark: '' })
  await until(async () => expect([await idle.count(), await stopped.count()]).toEqual([free, 0]))
})

it("opens the board's drawer of a vehicle at the counter, by its tile and by a key, within the permissions", async () => {
  const page = await browser.openSignedIn(server, 'manager', '/counter', { orgCode: STORE })
  const screen = counterPage(page)
  await screen.ready()
  await until(async () => expect(await screen.chosenVehicle.count()).toBe(1))
  const name = (await screen.chosenVehicle.getAttribute('data-vehicle')) ?? ''
  const [vehicle] = await server.query<{ id: string }>('select id from vehicle where name = $1 and org_code = $2', [
    name,
    STORE,
  ])
  const paid = { consumeType: 'NOCARDCONSUME', consumePayMode: 'cash', usageMode: 'immediate' }
  const ride = { consumeVehicleMode: 'circlemode', sysDepartConsumeRoleId: demoRule('NOCARDCONSUME').id }
  await elsewhere('/consume/sysConsume/add', { ...paid, ...ride, racer: '被加圈', vehicleId: vehicle?.id })
  const tile = screen.vehicle(name)
  await until(async () => expect(await tile.getAttribute('data-state')).toBe('inUse'))
  await tile.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog').filter({ hasText: '被加圈' })
  await drawer.getByRole('button', { name: new RegExp(t('dispatch.addLap')) }).click()
  await shows(drawer, '1/')
  await drawer.getByRole('button', { name: t('dispatch.slow') }).click()
  await drawer.getByRole('button', { name: t('dispatch.fast') }).waitFor()
  await drawer.getByRole('button', { name: t('vehicle.stop'), exact: true }).click()
  await page.getByLabel(t('crud.why')).fill('换轮胎')
  await page.keyboard.press('Enter')
  await drawer.getByText(t('vehicle.laterMaintenance')).waitFor()
  await drawer.getByRole('button', { name: t('dispatch.callBack') }).click()
  await page.keyboard.press('Escape')
  await until(async () => expect(await drawer.count()).toBe(0))
  // O opens the chosen vehicle, which is free; without permission there is no button to take it out of service.
  await page.keyboard.press('o')
  const free = page.getByRole('dialog').filter({ hasText: t('vehicle.state.idle') })
  await free.getByRole('button', { name: t('vehicle.stop'), exact: true }).waitFor()
  await page.keyboard.press('Escape')
  const cashier = await browser.openSignedIn(server, 'cashier', '/counter')
  await counterPage(cashier).ready()
  await until(async () => expect(await counterPage(cashier).chosenVehicle.count()).toBe(1))
  await cashier.keyboard.press('o')
  const theirs = cashier.getByRole('dialog').filter({ hasText: t('vehicle.state.idle') })
  await theirs.waitFor()
  expect(await theirs.getByRole('button', { name: t('vehicle.stop'), exact: true }).count()).toBe(0)
})

it('a vehicle found in the list is dispatched from there', async () => {
  const racer = `挑车的人${newId().slice(-4)}`
  const page = await enter('/playbeforepay/SysPlayBeforePayList')
  await playRecordsPage(page).rows.first().waitFor()
  await page.locator('.pl-floating').click()
  await page.getByRole('menuitem', { name: t('floating.playFirst') }).click()
  const start = page.getByRole('dialog').filter({ hasText: t('playFirst.trial.hint') })
  await start.getByLabel(t('racer.label')).fill(racer)
  await until(async () => expect(await start.locator('.pl-play-first-rules [aria-pressed="true"]').count()).toBe(1))
  await start.getByRole('button', { name: t('vehiclePicker.title') }).click()
  const picker = page.getByRole('dialog', { name: t('vehiclePicker.title') })
  const dispatch = picker.getByRole('button', { name: t('vehiclePicker.dispatch') })
  const rows = picker.locator('tbody tr.ant-table-row')
  // A vehicle out of service is not dispatched.
  await rows
    .filter({ hasText: t('vehicle.state.maintenance') })
    .first()
    .click()
  await until(async () => expect(await dispatch.isDisabled()).toBe(true))
  const idle = rows.filter({ hasText: t('vehicle.state.idle') }).last()
  const name = await textOf(idle.locator('td').first())
  await idle.click()
  await dispatch.click()
  await shows(start.getByRole('status'), /A\d{3}/)
  const [started] = await server.query(
    'select v.name from play_record p join vehicle v on v.id = p.vehicle_id and v.org_code = p.org_code where p.racer = $1',
    [racer],
  )
  expect(started).toEqual({ name: name.trim() })
})
