import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import { EXPORT_CONFIRM_ROWS } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'
import { type PositionWorkbooks, positionWorkbooksOf } from '#tests/support/venue/position-workbooks.ts'
import { venueOf } from '#tests/support/venue/venue.ts'

const XLS = '/api/sys/position/exportXls'

let dataDir: string
let server: TestServer
let manager: TestClient
let { fetchFile, rowsOf, addSome } = {} as PositionWorkbooks
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-export-'))
  server = await startTestServer({ dataDir })
  manager = await server.signIn('manager', 'A01A01')
  ;({ fetchFile, rowsOf, addSome } = positionWorkbooksOf({ server, manager, dataDir }))
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await venueOf(server).inEveryStore((trx) => trx.deleteFrom('jobPosition').execute())
})

describe('an export', () => {
  it('leaves connections for the counter, however many exports run and however long they take', async () => {
    const venue = venueOf(server)
    const cashier = await server.signIn('cashier')
    const body = venue.start({ vehicleId: (await venue.vehicle()).id })
    // Not pg_stat_activity: within a transaction it always returns the same snapshot.
    const waitsForTable = `select from pg_locks where relation = 'job_position'::regclass and not granted`
    await withClient(server.database.ownerUrl, async (owner) => {
      await owner.query('begin; lock table job_position in access exclusive mode')
      const exports = Array.from({ length: 8 }, () => fetchFile(XLS, manager.token))
      await until(async () => expect((await owner.query(waitsForTable)).rowCount).toBeGreaterThan(0))
      await cashier.playBeforePay.add({ body, key: newId() })
      await owner.query('rollback')
      for (const exported of await Promise.all(exports)) await rowsOf(exported)
    })
  })

  it('has two title rows, headings and every row, with texts of dictionaries', async () => {
    await addSome()
    const response = await fetchFile(`${XLS}?column=code&order=asc&pageSize=1`, manager.token)
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''%E8%81%8C%E5%8A%A1\.xlsx$/,
    )
    const rows = await rowsOf(response)
    expect(rows[0]).toEqual(['职务'])
    expect(rows[1]?.[0]).toMatch(/^导出人：陈店长/)
    expect(rows.slice(2)).toEqual([
      ['职务编码', '职务名称', '职级'],
      ['c1', '教练 <&"\'> =1+1', '员级,中级'],
      ['c2', '=cmd|calc'],
      ['d1', '店长', '正高级'],
    ])
  })

  it("follows filters, selections and the reader's language", async () => {
    await addSome()
    const { result } = await manager.positions.list({ query: { code: 'c*' } })
    const filtered = await rowsOf(await fetchFile(`${XLS}?code=c*&column=code&order=desc`, manager.token, 'en'))
    expect(filtered.slice(2)).toEqual([
      ['Position code', 'Position', 'Rank'],
      ['c2', '=cmd|calc'],
      ['c1', '教练 <&"\'> =1+1', 'Junior,Intermediate'],
    ])
    const one = result.records.find(({ code }) => code === 'c2')?.id
    const selected = await rowsOf(await fetchFile(`${XLS}?selections=${one},not-an-id,`, manager.token))
    expect(selected.slice(3)).toEqual([['c2', '=cmd|calc']])
    expect((await rowsOf(await fetchFile(`${XLS}?selections=nothing`, manager.token))).slice(3)).toEqual([])
    const stranger = await server.signIn('manager2')
    expect((await rowsOf(await fetchFile(`${XLS}?selections=${one}`, stranger.token))).slice(3)).toEqual([])
  })

  it('of more than 10,000 rows requires a confirmation, and then contains all of them', async () => {
    const many = EXPORT_CONFIRM_ROWS + 1
    await venueOf(server).inEveryStore((trx) =>
      trx
        .insertInto('jobPosition')
        .columns(['id', 'orgCode', 'code', 'name', 'companyId', 'createdBy', 'updatedBy', 'updatedAt'])
        .expression((eb) =>
          eb
            .selectFrom(eb.fn<{ n: number }>('generate_series', [eb.lit(1), eb.lit(many)]).as('n'))
            .select(
              (row) =>
                [
                  row.fn<string>('gen_random_uuid').as('id'),
                  row.val('A01A01').as('orgCode'),
                  row.cast<string>('n', 'text').as('code'),
                  row.cast<string>('n', 'text').as('name'),
                  ...(['companyId', 'createdBy', 'updatedBy'] as const).map((name) => row.val(null).as(name)),
                  row.cast<null>(row.val(null), 'timestamptz').as('updatedAt'),
                ] as never,
            ),
        )
        .execute(),
    )
    const refused = (await (await fetchFile(XLS, manager.token)).json()) as Envelope
    expect(refused).toMatchObject({
      success: false,
      code: 500,
      error: { code: 'excel.confirmExport', details: { count: many, limit: EXPORT_CONFIRM_ROWS } },
    })
    expect(refused.message).toContain('10000')
    const rows = await rowsOf(await fetchFile(`${XLS}?confirm=true&column=createTime`, manager.token))
    expect(new Set(rows.slice(3).map(([code]) => code)).size).toBe(many)
    expect((await rowsOf(await fetchFile(`${XLS}?code=77`, manager.token))).slice(3)).toEqual([['77', '77']])
  })

  it('leaves no temporary file behind', async () => {
    await (await fetchFile(XLS, manager.token)).arrayBuffer()
    await expect.poll(() => readdir(join(dataDir, 'tmp'))).toEqual([])
  })
})
