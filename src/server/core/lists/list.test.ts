import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { Position } from '#shared/features/system/positions.contract.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager } = await testVenue(['manager'])

beforeAll(async () => {
  const rows: [code: string, name: string, postRank: string, at: string][] = [
    ['a1', '车手教练', '1', '2026-03-01T00:00:00+08:00'],
    ['a2', '发车员', '2', '2026-03-01T23:59:59+08:00'],
    ['b1', '100%_店长', '1,2', '2026-03-02T00:00:00+08:00'],
    ['B2', 'a,b', '', '2026-03-03T12:00:00+08:00'],
  ]
  for (const [code, name, postRank, at] of rows) {
    server.clock.set(new Date(at))
    await manager.positions.add({ body: { code, name, postRank } })
  }
  server.clock.set(new Date())
})

type Query = Record<string, string | number>

const positions = async (query: Query): Promise<Position[]> =>
  (await manager.positions.list({ query: { order: 'asc', column: 'createTime', ...query } as never })).result.records
const codes = async (query: Query): Promise<string> => (await positions(query)).map(({ code }) => code).join(' ')
const advanced = (tests: object[], type = 'and') => ({
  superQueryParams: encodeURI(JSON.stringify(tests)),
  superQueryMatchType: type,
})

describe('a filter in the notation of the API family', () => {
  it.each<[Query, string]>([
    [{}, 'a1 a2 b1 B2'],
    [{ code: '' }, 'a1 a2 b1 B2'],
    [{ code: 'a1' }, 'a1'],
    [{ code: ' a1 ' }, 'a1'],
    [{ code: '*2' }, 'a2 B2'],
    [{ code: 'b*' }, 'b1 B2'],
    [{ name: '*教*' }, 'a1'],
    [{ code: '*' }, 'a1 a2 b1 B2'],
    [{ name: '*%*' }, 'b1'],
    [{ name: '*_*' }, 'b1'],
    [{ name: '*\\*' }, ''],
    [{ code: 'a_' }, ''],
    [{ code: 'a1,b1' }, 'a1 b1'],
    [{ code: 'a1,' }, 'a1'],
    [{ code: ',' }, 'a1 a2 b1 B2'],
    [{ postRank: ',2,' }, 'a2 b1'],
    [{ name: ',教,店,' }, 'a1 b1'],
    [{ code: '!a1' }, 'a2 b1 B2'],
    [{ code: '!' }, 'a1 a2 b1 B2'],
    [{ code: '>= a2' }, 'a2 b1'],
    [{ code: 'lt a2' }, 'a1 B2'],
    [{ createTime: '2026-03-01' }, 'a1 a2'],
    [{ createTime: '> 2026-03-01' }, 'b1 B2'],
    [{ createTime: '2026-03-02 00:00:00' }, 'b1'],
    [{ createTime: '2026-03-0*' }, 'a1 a2 b1 B2'],
    [{ createTime_begin: '2026-03-02', createTime_end: '2026-03-02' }, 'b1'],
    [{ createTime_end: '2026-03-01' }, 'a1 a2'],
    [{ createTime_begin: '2026-03-01 23:59:59' }, 'a2 b1 B2'],
    [{ createTime_begin: '2026-02-30' }, ''],
    [{ createTime_begin: 'gestern' }, ''],
    [{ code_begin: 'a2', code_end: 'b1' }, 'a2 b1'],
    [{ code_MultiString: 'a1,B2' }, 'a1 B2'],
    [{ code: 'a*', postRank: '1' }, 'a1'],
    [{ id: 'no-uuid' }, ''],
    [{ id: '!no-uuid' }, ''],
  ])('%o finds %s', async (query, found) => {
    expect((await codes(query)).split(' ').sort()).toEqual(found.split(' ').sort())
  })

  it.each<[Query, string]>([
    [advanced([{ field: 'code', rule: 'eq', val: 'a1' }]), 'a1'],
    [advanced([{ field: 'code', rule: 'ne', val: 'a1', type: 'string' }]), 'a2 b1 B2'],
    [advanced([{ field: 'code', rule: 'in', val: 'a1,b1,' }]), 'a1 b1'],
    [advanced([{ field: 'name', rule: 'like', val: '%' }]), 'b1'],
    [advanced([{ field: 'code', rule: 'left_like', val: '2' }]), 'a2 B2'],
    [advanced([{ field: 'code', rule: 'right_like', val: 'b' }]), 'b1 B2'],
    [advanced([{ field: 'createTime', rule: 'le', val: '2026-03-01', type: 'date' }]), 'a1 a2'],
    [advanced([{ field: 'name', rule: 'eq', val: 'a,b' }]), 'B2'],
    [
      advanced([
        { field: 'code', rule: 'right_like', val: 'a' },
        { field: 'postRank', rule: 'eq', val: 2 },
      ]),
      'a2',
    ],
    [
      advanced(
        [
          { field: 'code', rule: 'eq', val: 'a1' },
          { field: 'code', rule: 'eq', val: 'b1' },
        ],
        'or',
      ),
      'a1 b1',
    ],
    [advanced([{ field: 'code', rule: 'eq', val: '' }]), 'a1 a2 b1 B2'],
    [{ superQueryParams: '[{"field":"code","rule":"eq","val":"a1"}]', superQueryMatchType: '' }, 'a1'],
    [{ superQueryParams: '[]' }, 'a1 a2 b1 B2'],
  ])('as an advanced query %o finds %s', async (query, found) => {
    expect((await codes(query)).split(' ').sort()).toEqual(found.split(' ').sort())
  })
})

describe('the order and pages of a list', () => {
  it('follow column and order, remove the suffix of dictionary texts and ignore unknown columns', async () => {
    expect(await codes({ column: 'code', order: 'desc' })).toBe('b1 a2 a1 B2')
    expect(await codes({ column: 'postRank_dictText', order: 'asc', pageSize: 1 })).toBe('B2')
    expect(await codes({ column: 'nothing', order: 'sideways', field: 'id,,code,undefined,action' })).toBe(
      'B2 b1 a2 a1',
    )
    const { result } = await manager.positions.list({ query: { pageNo: 2, pageSize: 3, column: 'code', order: 'asc' } })
    expect(result).toMatchObject({ total: 4, size: 3, current: 2, pages: 2, searchCount: true })
    expect(result.records).toHaveLength(1)
  })
})

describe('a row of a list', () => {
  it("carries the texts of its dictionaries in the reader's language", async () => {
    const texts = async (language: string) => {
      const client = server.client(manager.token, language)
      const { result } = await client.positions.list({ query: { column: 'createTime', order: 'asc' } })
      return result.records.map(({ postRank_dictText }) => postRank_dictText)
    }
    expect(await texts('zh-CN')).toEqual(['员级', '助级', '员级,助级', null])
    expect(await texts('en')).toEqual(['Junior', 'Assistant', 'Junior,Assistant', null])
  })

  it('contains who created it and when, and no field that the contract does not name', async () => {
    const [row] = await positions({ code: 'a1' })
    expect(row).toMatchObject({ createBy: 'manager', createTime: '2026-03-01 00:00:00', updateBy: null })
    expect(row).toMatchObject({ sysOrgCode: 'A01A01' })
    expect(row).not.toHaveProperty('orgCode')
  })
})

describe('a plain resource', () => {
  it('writes the row before and after a change to the audit trail', async () => {
    const [row] = await positions({ code: 'a1' })
    const id = row?.id ?? ''
    await manager.positions.edit({ body: { id, name: '车手总教练' } })
    await manager.positions.edit({ body: { id } })
    const { rows } = await server.deps.db.scoped(EVERY_STORE, (trx) =>
      sql<{ before: Position; after: Position }>`select before, after from audit_entry
        where record_id = ${id} and action like '%/edit' order by id`.execute(trx),
    )
    expect(rows[0]).toMatchObject({ before: { name: '车手教练' }, after: { name: '车手总教练', updateBy: 'manager' } })
    expect(rows[1]?.before).toEqual(rows[1]?.after)
    await manager.positions.edit({ body: { id, name: '车手教练' } })
  })

  it('shows and exports only rows that the data rules of the reader allow', async () => {
    const admin = await server.signIn('admin')
    const permissionId = 'position:list'
    const rule = { ruleColumn: 'code', ruleConditions: 'RIGHT_LIKE', ruleValue: 'a', status: '1' } as const
    await admin.permissions.addPermissionRule({ body: { permissionId, ruleName: 'a…', ...rule } })
    const found = await admin.permissions.queryPermissionRule({ query: { permissionId, ruleName: 'a…' } })
    const id = found.result[0]?.id ?? ''
    await admin.roles.saveDatarule({ body: { roleId: 'manager', permissionId, dataRuleIds: id } })
    await expect.poll(() => codes({})).toBe('a1 a2')
    expect(await codes({ code: 'b1' })).toBe('')
    const path = join(tmpdir(), `pitlane-ruled-${process.pid}.xlsx`)
    const response = await server.request('/api/sys/position/exportXls', { token: manager.token })
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    const exported = await readWorkbook(path, 100)
    await rm(path)
    expect(exported.slice(3).map(({ cells }) => cells[0])).toEqual(['a2', 'a1'])
    await admin.permissions.deletePermissionRule({ query: { id } })
    await expect.poll(() => codes({})).toBe('a1 a2 b1 B2')
  })
})
