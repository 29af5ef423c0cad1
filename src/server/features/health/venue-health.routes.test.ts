import { beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { defaultLayout } from '#shared/features/display/screens.schema.ts'
import type { HealthItem } from '#shared/features/health/venue-health.contract.ts'
import type { TerminalReport } from '#shared/features/terminals/terminals.contract.ts'
import type { TestClient } from '#tests/support/server.ts'
import { openKiosk } from '#tests/support/venue/kiosks.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { enrolledTerminal, type TestTerminal } from '#tests/support/venue/terminal-key.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { watch } from './venue-health.service.ts'

const { server, venue, cashier, manager } = await testVenue(['cashier', 'manager'])
const other = await server.startCopy()

const MINUTE = 60_000
const KEEP_DAYS = 30
let terminal: TestTerminal

beforeEach(async () => {
  await owner('delete from venue_trouble')
  await owner(`update announcement set send_status = '2' where sender = 'system'`)
  await owner(`update vehicle set fault = '', connected = true, battery = 90`)
  await owner(`update terminal set report = null, reported_at = null, seen_at = now() - interval '40 days'`)
  terminal = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
})

const owner = (statement: string, values: unknown[] = []) =>
  withClient(server.database.ownerUrl, async (client) => (await client.query(statement, values)).rows)
const WELL: TerminalReport = {
  printer: { state: 'ready', problem: 'none', unknown: 0 },
  readers: ['ready'],
  waiting: 0,
  oldestSeconds: null,
  refused: 0,
  storageProblem: '',
  clockBehind: 0,
}
const report = (given: Partial<TerminalReport> = {}, by: TestTerminal = terminal) =>
  by.with(cashier).terminals.report({ body: { terminalId: by.id, version: '0.1.0', report: { ...WELL, ...given } } })
const look = async (by: TestClient = manager): Promise<HealthItem[]> => (await by.venueHealth.look({})).result.items
const itemOf = async (id: string, by?: TestClient) => (await look(by)).find((item) => item.id === id)
const troublesOf = async (id: string): Promise<string[]> => (await itemOf(id))?.troubles.map(({ what }) => what) ?? []
/** The titles of the notices of a store that a user sees; those of the system are left out, because no test runs its jobs. */
const noticesOf = async (by: TestClient): Promise<string[]> =>
  (await by.announcements.listByUser()).result.sysMsgList
    .map(({ titile }) => titile)
    .filter((title) => title.includes('故障持续未恢复') && !title.startsWith('系统'))

describe('the health of a terminal', () => {
  it('is its last report', async () => {
    await report()
    expect(await itemOf(terminal.id)).toMatchObject({ state: 'well', version: '0.1.0', printer: 'ready', troubles: [] })
    await report({
      printer: { state: 'ready', problem: 'paper-out', unknown: 0 },
      readers: ['ready', 'lost'],
      refused: 2,
    })
    expect(await itemOf(terminal.id)).toMatchObject({ state: 'warn', refused: 2 })
    expect((await troublesOf(terminal.id)).sort()).toEqual(['terminalPrinter', 'terminalReader', 'terminalRefused'])
    await report()
    expect(await troublesOf(terminal.id)).toEqual([])
  })

  it('is bad if it has unsent entries, and worst if it is also silent', async () => {
    await report({ waiting: 3, oldestSeconds: 20 })
    expect(await troublesOf(terminal.id)).toEqual([])
    await report({ waiting: 3, oldestSeconds: 900 })
    expect(await itemOf(terminal.id)).toMatchObject({ state: 'bad', waiting: 3 })
    expect(await troublesOf(terminal.id)).toEqual(['terminalUnsent'])
    server.clock.advance(10 * MINUTE)
    expect(await troublesOf(terminal.id)).toEqual(['terminalSilent'])
    expect((await look())[0]).toMatchObject({ id: terminal.id, state: 'bad' })
  })

  it('is no problem if a counter is closed for the night', async () => {
    await report()
    server.clock.advance(8 * 60 * MINUTE)
    expect(await itemOf(terminal.id)).toMatchObject({ state: 'off', troubles: [] })
  })

  it('names an update that failed, also at night, and none that waits for its hour', async () => {
    await report({ update: { state: 'waiting', version: '0.2.0' } })
    expect(await troublesOf(terminal.id)).toEqual([])
    await report({ update: { state: 'wentBack', version: '0.2.0' } })
    server.clock.advance(8 * 60 * MINUTE)
    expect(await itemOf(terminal.id)).toMatchObject({
      state: 'warn',
      troubles: [{ what: 'terminalUpdate', detail: 'wentBack 0.2.0' }],
    })
    await report()
    expect(await troublesOf(terminal.id)).toEqual([])
  })

  it('is reported only by the terminal itself', async () => {
    const stranger = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    const body = { terminalId: terminal.id, version: '9', report: WELL }
    expect(await codeOf(cashier.terminals.report({ body }))).toBe('terminals.signatureInvalid')
    expect(await codeOf(stranger.with(cashier).terminals.report({ body }))).toBe('terminals.signatureInvalid')
    expect(await itemOf(terminal.id)).not.toHaveProperty('printer')
  })
})

describe('the page', () => {
  it('shows managers their own stores', async () => {
    await report()
    expect(await codeOf(cashier.venueHealth.look({}))).toBe('auth.forbidden')
    expect(await codeOf((await server.signIn('coach')).venueHealth.look({}))).toBe('auth.forbidden')
    const elsewhere = await server.signIn('manager2')
    expect(elsewhere.user.orgCode).not.toBe(STORE)
    expect(await itemOf(terminal.id, elsewhere)).toBeUndefined()
    expect((await look(elsewhere)).every(({ sysOrgCode }) => ['', elsewhere.user.orgCode].includes(sysOrgCode))).toBe(
      true,
    )
  })

  it('shows vehicles that were lost during a ride, and those that report a fault', async () => {
    const car = await vehicleWithBox({ connected: true, battery: 10 })
    expect(await itemOf(car.id)).toMatchObject({ state: 'warn' })
    expect(await troublesOf(car.id)).toEqual(['vehicleBattery'])
    await cashier.playBeforePay.add({ key: newId(), body: venue.start({ vehicleId: car.id }) })
    await owner('update vehicle set connected = false, fault = $2 where id = $1', [car.id, 'E07'])
    expect(await troublesOf(car.id)).toEqual(['vehicleSilentInRun', 'vehicleFault'])
  })

  it('shows the screens and their content, and reports a missing TV during a ride', async () => {
    const { result: house } = await manager.screens.open({ body: {} })
    const ask = () => server.client().display.state({ query: { key: house.key } })
    expect(await itemOf(house.id)).toBeUndefined()
    await ask()
    expect(await itemOf(house.id)).toMatchObject({ kind: 'screen', state: 'well', shows: ['heat', 'queue', 'ranking'] })
    await manager.screens.edit({
      body: { id: house.id, layout: { ...defaultLayout, panels: [{ kind: 'videos', seconds: 9 }] } },
    })
    expect(await itemOf(house.id)).toMatchObject({ shows: ['videos'] })
    expect(await itemOf(house.id, await server.signIn('manager2'))).toBeUndefined()
    // A browser window, opened from its tile and closed again.
    await cashier.playBeforePay.add({ key: newId(), body: venue.start({ vehicleId: (await venue.vehicle()).id }) })
    server.clock.advance(10 * MINUTE)
    expect(await itemOf(house.id)).toMatchObject({ state: 'off', troubles: [] })
    // The same as a TV, authorized and not.
    const device = newId()
    await owner(`insert into device (id, org_code, serial_number, name, device_type) values ($1, $2, $3, 'tv', 'TV')`, [
      device,
      STORE,
      device,
    ])
    await owner(`update display_screen set device_id = $1, is_house = false where id = $2`, [device, house.id])
    expect(await troublesOf(house.id)).toEqual(['screenNoPermit'])
    await owner(
      `insert into device_permit (id, org_code, device_id, created_at, created_by) values ($1, $2, $3, now(), 'x')`,
      [newId(), STORE, device],
    )
    expect(await troublesOf(house.id)).toEqual(['screenSilent'])
    server.clock.advance(24 * 60 * MINUTE)
    expect(await itemOf(house.id)).toMatchObject({ state: 'off', troubles: [] })
  })

  it('shows the kiosks, and reports a missing one during a ride', async () => {
    const { id, kiosk } = await openKiosk(server, manager)
    expect(await itemOf(id)).toBeUndefined()
    await kiosk.state({})
    expect(await itemOf(id)).toMatchObject({ kind: 'kiosk', state: 'well', troubles: [] })
    expect(await itemOf(id, await server.signIn('manager2'))).toBeUndefined()
    await owner(`update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'`)
    server.clock.advance(10 * MINUTE)
    expect(await itemOf(id)).toMatchObject({ state: 'off', troubles: [] })
    await cashier.playBeforePay.add({ key: newId(), body: venue.start({ vehicleId: (await venue.vehicle()).id }) })
    expect(await troublesOf(id)).toEqual(['kioskSilent'])
    await owner('update kiosk set enabled = false where id = $1', [id])
    expect(await itemOf(id)).toBeUndefined()
    await owner('update kiosk set enabled = true where id = $1', [id])
    server.clock.advance(24 * 60 * MINUTE)
    expect(await itemOf(id)).toMatchObject({ state: 'off', troubles: [] })
  })

  it('reports failed and overdue jobs, and missing backups', async () => {
    await owner(`update scheduled_job set next_run_at = $1 where job_name = 'messages.prune'`, [
      new Date(server.clock.now().getTime() - 20 * MINUTE),
    ])
    expect(await troublesOf('messages.prune')).toContain('jobLate')
    await owner(
      `insert into backup_run (id, started_at, ended_at, state, reason) values (gen_random_uuid(), $1, $1, 'failed', 'ENOSPC')`,
      [server.clock.now()],
    )
    expect((await itemOf('backup'))?.troubles).toContainEqual(
      expect.objectContaining({ what: 'backupFailed', detail: 'ENOSPC' }),
    )
    await owner(
      `insert into backup_run (id, started_at, ended_at, state, bytes) values (gen_random_uuid(), $1, $1, 'done', 77)`,
      [new Date(server.clock.now().getTime() + 1000)],
    )
    expect(await itemOf('backup')).toMatchObject({ state: 'well', bytes: 77 })
    server.clock.advance(37 * 60 * MINUTE)
    expect(await troublesOf('backup')).toEqual(['backupOld'])
  })
})

describe('managers', () => {
  const paperOut = () => report({ printer: { state: 'ready', problem: 'paper-out', unknown: 0 } })
  /** Runs the minutely job on two copies of the server at once. */
  const pass = () => Promise.all([watch(server.deps, KEEP_DAYS), watch(other.deps, KEEP_DAYS)])

  it('get one notice of a lasting problem, which is removed when it ends', async () => {
    expect(await noticesOf(manager)).toEqual([])
    for (let minute = 0; minute < 9; minute++) {
      await paperOut()
      await pass()
      server.clock.advance(MINUTE)
    }
    expect(await noticesOf(manager)).toEqual([])
    for (let minute = 0; minute < 4; minute++) {
      server.clock.advance(MINUTE)
      await paperOut()
      await pass()
    }
    expect(await noticesOf(manager)).toHaveLength(1)
    expect(await noticesOf(cashier)).toEqual([])
    expect(await noticesOf(await server.signIn('manager2'))).toEqual([])
    await report()
    await pass()
    expect(await noticesOf(manager)).toEqual([])
  })

  it('get no repeated notice of an intermittent problem', async () => {
    const spell = async () => {
      for (let minute = 0; minute < 12; minute++) {
        await paperOut()
        await pass()
        server.clock.advance(MINUTE)
      }
    }
    await spell()
    expect(await noticesOf(manager)).toHaveLength(1)
    await report()
    await pass()
    await spell()
    expect(await noticesOf(manager)).toEqual([])
  })

  it('get one notice of simultaneous problems, which stays until all have ended', async () => {
    const second = await enrolledTerminal(server, manager, { now: () => server.clock.now().getTime() })
    for (let minute = 0; minute < 12; minute++) {
      await paperOut()
      await report({ readers: ['lost'] }, second)
      await pass()
      server.clock.advance(MINUTE)
    }
    expect(await noticesOf(manager)).toEqual([expect.stringContaining('2')])
    await report()
    await report({ readers: ['lost'] }, second)
    await pass()
    expect(await noticesOf(manager)).toHaveLength(1)
    await report({}, second)
    await report()
    await pass()
    expect(await noticesOf(manager)).toEqual([])
  })
})

it('watches every terminal, also of a platform with more than a page shows', async () => {
  const last = newId()
  const given = (count: number) => [STORE, count, manager.user.id, server.clock.now()]
  const added = `insert into terminal (id, org_code, name, prefix, registered_by, created_at, seen_at, reported_at, report)
    select $5::uuid, $1, 'z' || n, '', $3, $4, $4, $4, $6::jsonb from generate_series(1, $2) n`
  await owner(added.replace('$5::uuid', 'gen_random_uuid()').replace('$6', '$5'), [...given(510), WELL])
  await owner(added.replace("'z'", "'zz'"), [...given(1), last, { ...WELL, refused: 1 }])
  expect(await itemOf(last)).toBeUndefined()
  await watch(server.deps, KEEP_DAYS)
  const found = await owner('select subject, what from venue_trouble where subject = $1 and ended_at is null', [last])
  expect(found).toEqual([{ subject: last, what: 'terminalRefused' }])
  await owner('delete from terminal where prefix = $1', [''])
})

async function vehicleWithBox(given: { connected: boolean; battery: number }): Promise<{ id: string }> {
  const car = await venue.vehicle(given)
  const id = newId()
  await owner(
    `insert into device (id, org_code, serial_number, name, device_type, vehicle_id) values ($1, $2, $3, 'box', 'VEHICLE', $4)`,
    [id, STORE, `health-${id}`, car.id],
  )
  await owner(
    `insert into device_access (device_id, org_code, secret_hash, created_by, created_at) values ($1, $2, '\\x00', 'x', now())`,
    [id, STORE],
  )
  return car
}
