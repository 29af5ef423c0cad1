import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { withClient } from '#server/db/roles.ts'
import { newId } from '#shared/core/id.ts'
import { MAX_TILES } from '#shared/features/custom-reports/custom-reports.contract.ts'
import type { ReportInterval } from '#shared/features/custom-reports/custom-reports.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import { peopleOf } from '#tests/support/venue/people.ts'
import { codeAndFieldOf, codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'
import { sendScheduledReports } from './report-schedules.job.ts'

// No mail server listens there, so queued mails can be inspected.
const { server, venue, admin, hq, manager, cashier } = await testVenue(['admin', 'hq', 'manager', 'cashier'], {
  smtpUrl: 'smtp://127.0.0.1:9',
})
const people = peopleOf(server)
const DAY = 86_400_000
const ID = 'shipped-cashiers'

async function linesOf(content: Uint8Array): Promise<string[][]> {
  const path = join(tmpdir(), newId())
  await writeFile(path, content)
  try {
    return (await readWorkbook(path, 1000)).map(({ cells }) => cells)
  } finally {
    await rm(path, { force: true })
  }
}

beforeAll(async () => {
  await venue.inEveryStore((trx) =>
    trx.updateTable('userAccount').set({ email: 'boss@example.com' }).where('id', '=', manager.user.id).execute(),
  )
})

describe('the workbook of a report', () => {
  it('has the columns and rows of the screen', async () => {
    const response = await server.request(`/api/report/sysCustomReport/exportXls?id=${ID}`, { token: manager.token })
    expect(response.headers.get('content-type')).toContain('spreadsheet')
    const lines = await linesOf(new Uint8Array(await response.arrayBuffer()))
    const { result } = await manager.customReports.runSaved({ body: { id: ID } })
    const heading = lines.findIndex((line) => line[0] === result.columns[0]?.title)
    expect(lines[heading]).toEqual(result.columns.map(({ title }) => title))
    expect(lines.slice(heading + 1).map((line) => line[0])).toEqual(result.rows.map((row) => row[0]))
  })

  it('has more values across than the screen, and says when it is cut', async () => {
    const lines = async (count: number) => {
      const cells = Array.from({ length: count }, (_, at) => `('sum', 'v${at}', ${at})`)
      const statement = `select * from (values ${cells.join(', ')}) as v`
      const shape = { source: 'sql', columns: [], filters: [], sort: [], limit: 1000 }
      const definition = { ...shape, display: 'pivot' as const, across: 'c2', sql: { statement, dataSource: '' } }
      const { id } = (await admin.customReports.add({ body: { name: newId(), about: '', roles: [], definition } }))
        .result
      const path = `/api/report/sysCustomReport/exportXls?id=${id}`
      return linesOf(new Uint8Array(await (await server.request(path, { token: admin.token })).arrayBuffer()))
    }
    const whole = await lines(61)
    expect(whole.at(-2)).toEqual(['column1', ...Array.from({ length: 61 }, (_, at) => `v${at}`)])
    expect(whole.flat().join()).not.toContain('横向超过')
    expect((await lines(401)).flat()).toContain('横向超过 400 个值，只显示前 400 个')
  })

  it('is refused without the action, and for parameters that are none', async () => {
    const of = (token: string, asked: string) =>
      server.request(`/api/report/sysCustomReport/exportXls?id=${ID}&asked=${encodeURIComponent(asked)}`, { token })
    expect((await (await of(cashier.token, '[]')).json()).error.code).toBe('auth.forbidden')
    for (const asked of ['{', '{}', '[{"key":"period"}]'])
      expect((await (await of(manager.token, asked)).json()).error.code).toBe('common.invalidInput')
  })
})

const pin = (by: TestClient, id: string, onHome: 'YES' | 'NO' = 'YES') =>
  codeOf(by.customReports.setTile({ body: { id, onHome } }))

describe('the home page', () => {
  it('has the reports of its user, in order, as long as the user sees them', async () => {
    const definition = (await hq.customReports.queryById({ query: { id: ID } })).result.definition
    const { result } = await hq.customReports.add({ body: { name: '共享', about: '', roles: ['manager'], definition } })
    for (const id of [result.id, ID, ID]) expect(await pin(manager, id)).toBe('done')
    const shown = async () => (await manager.customReports.tiles()).result.map((one) => one.id)
    expect(await shown()).toEqual([result.id, ID])
    expect((await hq.customReports.tiles()).result).toEqual([])
    await hq.customReports.delete({ query: { id: result.id } })
    expect(await shown()).toEqual([ID])
  })

  it('keeps the reports of a store while its user works in another', async () => {
    const colleague = await server.signIn('manager2')
    const { definition } = (await colleague.customReports.queryById({ query: { id: ID } })).result
    const content = { name: '城西', about: '', roles: ['manager'], definition }
    const { id: shared } = (await colleague.customReports.add({ body: content })).result
    const [here, there] = [await server.signIn('manager', STORE), await server.signIn('manager', 'A01A02')]
    const shown = async (by: TestClient) => (await by.customReports.tiles()).result.map(({ id }) => id)
    await pin(there, ID, 'NO')
    expect(await pin(there, shared)).toBe('done')
    expect(await shown(here)).toEqual([])
    expect(await pin(here, ID)).toBe('done')
    expect([await shown(here), await shown(there)]).toEqual([[ID], [ID, shared]])
    for (const id of [ID, shared]) expect(await pin(there, id, 'NO')).toBe('done')
    expect(await shown(there)).toEqual([])
  })

  it('takes reports that two windows add at once, up to its limit', async () => {
    const { definition } = (await hq.customReports.queryById({ query: { id: ID } })).result
    const add = async (name: string) =>
      (await hq.customReports.add({ body: { name, about: '', roles: [], definition } })).result.id
    const ids: string[] = []
    for (let count = 0; count < MAX_TILES + 1; count++) ids.push(await add(`首页${count}`))
    const set = (id: string, onHome: 'YES' | 'NO') => pin(hq, id, onHome)
    const pins = await Promise.all(ids.map((id) => set(id, 'YES')))
    expect(pins.toSorted()).toEqual(['customReport.tooManyTiles', ...Array.from({ length: MAX_TILES }, () => 'done')])
    const shown = async () => (await hq.customReports.tiles()).result.map(({ id }) => id)
    const [first = '', second = '', ...others] = await shown()
    await Promise.all([set(first, 'NO'), set(second, 'NO')])
    expect(await shown()).toEqual(others)
    expect(await set(newId(), 'YES')).toBe('common.recordNotFound')
  })
})

/** Changes the schedule that is stored now. */
async function setSchedule(by: TestClient, id: string, more: { every: ReportInterval | null; recipients?: string[] }) {
  const stored = (await by.customReports.schedule({ query: { id } })).result
  return by.customReports.setSchedule({ body: { id, version: stored?.version ?? 0, hour: 9, ...more } })
}

describe('a schedule', () => {
  const set = (recipients: string[]) => setSchedule(manager, ID, { every: 'day', recipients })
  const mails = () => venue.rows('message').where('title', '报表：收银员对比')
  const notices = () => venue.rows('announcement').where('title', '报表：收银员对比')
  const schedules = () => venue.rows('customReportSchedule').where('ownerId', manager.user.id)

  it('names recipients of the user’s stores', async () => {
    expect(await codeAndFieldOf(set([]))).toBe('customReport.noRecipients recipients')
    expect(await codeAndFieldOf(set([hq.user.id, newId()]))).toBe('common.recordNotFound recipients')
    const { username } = await people.add(hq)
    const [stranger] = await venue.rows('userAccount').where('username', username)
    expect(await codeAndFieldOf(set([String(stranger?.id)]))).toBe('common.recordNotFound recipients')
    expect(await codeOf(cashier.customReports.schedule({ query: { id: ID } }))).toBe('auth.forbidden')
  })

  it('is changed by one of two simultaneous calls, and by none that has not seen the last change', async () => {
    const recipients = [manager.user.id]
    const change = (version: number, every: ReportInterval | null, hour = 9) =>
      codeOf(manager.customReports.setSchedule({ body: { id: ID, version, every, hour, recipients } }))
    const changed = 'customReport.scheduleChanged'
    const twice = (version: number) => Promise.all([change(version, 'day', 7), change(version, 'week', 8)])
    expect(await change(1, 'day')).toBe(changed)
    expect((await twice(0)).sort()).toEqual([changed, 'done'])
    expect(await change(0, 'month')).toBe(changed)
    expect((await twice(1)).sort()).toEqual([changed, 'done'])
    expect(await change(1, null)).toBe(changed)
    const [{ version, every } = {}] = await schedules()
    expect([version, every === 'month']).toEqual([2, false])
    expect([await change(2, null), await change(2, null), await change(0, null)]).toEqual(['done', changed, 'done'])
    expect(await schedules()).toEqual([])
  })

  it('sends each occurrence once, also by two copies at once, by mail or as a message', async () => {
    await set([manager.user.id, cashier.user.id])
    const copy = await server.startCopy()
    expect(await sendScheduledReports(server.deps)).toBe(0)
    server.clock.advance(DAY)
    const sent = await Promise.all([sendScheduledReports(server.deps), sendScheduledReports(copy.deps)])
    expect(sent.reduce((sum, one) => sum + one)).toBe(1)
    expect(await sendScheduledReports(server.deps)).toBe(0)
    expect([(await mails()).length, (await notices()).length]).toEqual([1, 1])
    const [file] = await venue.rows('messageAttachment').where('messageId', (await mails())[0]?.id)
    expect(file?.name).toBe('收银员对比.xlsx')
    expect((await linesOf((file?.content as Buffer | undefined) ?? Buffer.alloc(0)))[0]?.[0]).toBe('收银员对比')
    const { result } = await manager.customReports.schedule({ query: { id: ID } })
    expect(result).toMatchObject({ every: 'day', hour: 9, lastError: '' })
    expect(result?.nextTime).toMatch(/ 09:00:00$/)
  })

  it('makes up once for what was missed, and sends again what a copy that died has not stored', async () => {
    server.clock.advance(5 * DAY)
    const before = [(await mails()).length, (await notices()).length]
    // The copy dies after it has stored the messages, before the schedule has moved on.
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query(`create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$`)
      await owner.query(
        'create trigger die before update on custom_report_schedule for each row execute function die()',
      )
      await expect(sendScheduledReports(server.deps)).rejects.toThrow('died')
      await owner.query('drop function die cascade')
    })
    expect([(await mails()).length, (await notices()).length]).toEqual(before)
    expect(await sendScheduledReports(server.deps)).toBe(1)
    expect(await sendScheduledReports(server.deps)).toBe(0)
    expect([(await mails()).length, (await notices()).length]).toEqual(before.map((count) => count + 1))
  })

  it('sends nothing that another user has put into its report, until its owner sets it again', async () => {
    const [hq, manager] = [await server.signIn('hq'), await server.signIn('manager', STORE)]
    const { definition } = (await hq.customReports.queryById({ query: { id: ID } })).result
    const content = { name: '无害', about: '', roles: ['hq', 'manager'] }
    const { id } = (await manager.customReports.add({ body: { ...content, definition } })).result
    const agree = () => setSchedule(hq, id, { every: 'day', recipients: [manager.user.id] })
    const sent = async () => {
      await venue.inEveryStore((trx) =>
        trx
          .updateTable('customReportSchedule')
          .set({ nextRunAt: server.clock.now() })
          .where('reportId', '=', id)
          .execute(),
      )
      await sendScheduledReports(server.deps)
      return (await venue.rows('message').where('title', '报表：无害')).length
    }
    const lastError = async () => (await hq.customReports.schedule({ query: { id } })).result?.lastError
    let version = 1
    const edit = async (by: typeof hq, more: object) => {
      const body = { id, version, ...content, definition: { ...definition, ...more } }
      version = (await by.customReports.edit({ body })).result.version
    }
    await agree()
    expect(await sent()).toBe(1)
    await edit(manager, { columns: [{ key: 'phone', column: 'phone' }], source: 'members', filters: [], sort: [] })
    expect([await sent(), await lastError()]).toEqual([1, 'customReport.changedByOther'])
    await agree()
    expect([await sent(), await lastError()]).toEqual([2, ''])
    // What its owner changes, and a name, need no agreement.
    await edit(hq, { limit: 7 })
    await manager.customReports.edit({
      body: { id, version, ...content, about: '说明', definition: { ...definition, limit: 7 } },
    })
    expect(await sent()).toBe(3)
    await setSchedule(hq, id, { every: null })
  })

  it('that fails does not stop the others', async () => {
    const manager = await server.signIn('manager', STORE)
    const definition = {
      source: 'members',
      columns: [{ key: 'p', column: 'promoter.name' }],
      filters: [],
      sort: [],
      limit: 10,
      display: 'table' as const,
      across: '',
    }
    const broken = (await manager.customReports.add({ body: { name: '坏', about: '', roles: [], definition } })).result
    await setSchedule(manager, broken.id, { every: 'day', recipients: [manager.user.id] })
    // It is due before the other.
    await venue.inEveryStore((trx) =>
      sql`update custom_report_schedule set next_run_at = ${server.clock.now()}::timestamptz - case report_id when ${broken.id}
        then interval '1 hour' else interval '0' end where owner_id = ${manager.user.id}`.execute(trx),
    )
    const renamed = (from: string, to: string) =>
      withClient(server.database.ownerUrl, (owner) =>
        owner.query(`alter table promoter rename column ${from} to ${to}`),
      )
    await renamed('name', 'gone')
    const before = (await mails()).length
    expect(await sendScheduledReports(server.deps)).toBe(1)
    await renamed('gone', 'name')
    expect((await mails()).length).toBe(before + 1)
    const query = { id: broken.id }
    expect((await manager.customReports.schedule({ query })).result?.lastError).toBe('common.internal')
    await setSchedule(manager, broken.id, { every: null })
  })

  it('runs with the rights that its owner has then', async () => {
    await venue.inEveryStore((trx) =>
      sql`delete from role_permission where role_id = 'manager' and permission_id = 'statistics:list'`.execute(trx),
    )
    server.clock.advance(DAY)
    const before = (await mails()).length
    expect(await sendScheduledReports(server.deps)).toBe(0)
    const owner = await server.signIn('manager', STORE)
    expect((await owner.customReports.schedule({ query: { id: ID } })).result).toMatchObject({
      lastError: 'customReport.sourceForbidden',
    })
    await venue.inEveryStore((trx) =>
      trx.updateTable('userAccount').set({ status: 2 }).where('id', '=', manager.user.id).execute(),
    )
    server.clock.advance(DAY)
    expect(await sendScheduledReports(server.deps)).toBe(0)
    expect((await schedules())[0]?.lastError).toBe('customReport.ownerGone')
    expect((await mails()).length).toBe(before)
  })

  it('ends when its owner says so', async () => {
    await venue.inEveryStore((trx) =>
      trx.updateTable('userAccount').set({ status: 1 }).where('id', '=', manager.user.id).execute(),
    )
    const owner = await server.signIn('manager', STORE)
    await setSchedule(owner, ID, { every: null })
    expect((await owner.customReports.schedule({ query: { id: ID } })).result).toBeNull()
    expect(await schedules()).toEqual([])
  })
})
