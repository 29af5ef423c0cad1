import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoCoinMachines } from '#server/db/seed/venue.data.ts'
import { type SimulatedHopper, startSimulatedHopper } from '#server/features/gateway/index.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { crudPage } from './pages/crud.page.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let hopper: SimulatedHopper | undefined
const machine = demoCoinMachines.find(({ orgCode }) => orgCode === STORE)

cleanUpPages()
beforeAll(async () => {
  // The machine of the demo venue is simulated here, so that it can be stuck.
  const env = { PITLANE_DEMO: '0', PITLANE_MQTT_URL: '', PITLANE_MQTT_PORT: String(await freePort()) }
  ;[server, browser] = await Promise.all([startVenue(env), startBrowser()])
  await server.call(await server.signIn('hq'), '/sys/sysDepartSetting/edit', { orgCode: STORE, cashNeedsShift: 'NO' })
})
afterAll(async () => {
  await hopper?.stop()
  await Promise.all([server?.remove(), browser?.close()])
})

it('coins are sold in cash and counted out, until one is stuck: the rest is given back', async () => {
  const id = machine?.id ?? ''
  const hq = await server.signIn('hq')
  const { result } = await server.call<{ result: { port: number; password: string } }>(
    hq,
    '/gateway/sysVehicleBox/access',
    { deviceId: id },
  )
  const key = { id, orgCode: STORE, secret: result.password }
  hopper = startSimulatedHopper({ url: `mqtt://127.0.0.1:${result.port}`, key, rate: 10, stateEveryMs: 300 })
  const page = await browser.openSignedIn(server, 'cashier', '/coin/sysCoinMachineList')
  const machines = crudPage(page)
  await shows(machines.row('出币机 1'), '在线')
  await shows(machines.row('出币机 1'), '剩 1000 枚')

  await machines.act('出币机 1', '在此出币')
  await machines.choose('规则', '代币 60 枚：50.00 出 60 枚')
  await shows(machines.dialog, '共 50.00，出 60 枚')
  expect(await accessibilityProblems(page)).toEqual([])
  await machines.dialog.getByText('现金', { exact: true }).click()
  await machines.dialog.getByRole('button', { name: '收现金 50.00' }).click()
  await shows(machines.dialog, /已出 [1-9]\d* \/ 60 枚/)
  hopper.jam(true)
  await shows(machines.dialog, /只出了 \d+ 枚/)
  const out = hopper.dropped()
  const back = Math.floor((5000 * (60 - out)) / 60) / 100
  await shows(machines.dialog, `只出了 ${out} 枚，其余 ${60 - out} 枚没有出`)
  await shows(machines.dialog, `请从钱箱退还顾客现金 ${back.toFixed(2)}`)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await machines.dialog.waitFor({ state: 'hidden' })

  await shows(machines.row('出币机 1'), '故障 · 卡币')
  await page.getByRole('button', { name: 'English' }).click()
  await shows(machines.row('出币机 1'), 'Fault · a coin is stuck')
  await page.goto(`${page.url().split('#')[0]}#/coin/sysCoinOutputList`)
  await shows(machines.rows.first(), `Completed · ${60 - out} given back`)
  await until(async () => {
    const [row] = await server.query('select counted, back_coins from coin_output order by created_at desc limit 1')
    expect(row).toEqual({ counted: out, back_coins: 60 - out })
  })
})

it('the password of a coin machine is given out on the page of devices', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/device/sysDeviceList')
  const devices = crudPage(page)
  await devices.act(machine?.serialNumber ?? '', '接入密码')
  await shows(devices.dialog, '出币机 1 的接入密码')
})
