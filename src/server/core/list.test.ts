import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVERY_STORE } from '#server/db/database.ts'
import type { Position } from '#shared/features/system/positions.contract.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { readWorkbook } from './excel.read.ts'

let server: TestServer
let manager: TestClient
beforeAll(async () => {
  server = await startTestServer()
  manager = await server.signIn('manager', 'A01A01')
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
afterAll(() => server.stop())

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
  it('follow column and order, take the suffix of texts off and ignore what is unknown', async () => {
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

  it('says who made it when, and nothing that the contract does not name', async () => {
    const [row] = await positions({ code: 'a1' })
    expect(row).toMatchObject({ createBy: 'manager', createTime: '2026-03-01 00:00:00', updateBy: null })
    expect(row).toMatchObject({ sysOrgCode: 'A01A01' })
    expect(row).not.toHaveProperty('orgCode')
  })
})

describe('a plain resource', () => {
  it('leaves a trail of what a row was before and after', async () => {
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

  it('shows and exports only what the data rules of the reader let through', async () => {
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

/** What people try who look for a way into the database. */
const hostile = [
  "' or '1'='1",
  "'; drop table sys_position; --",
  "*' or 1=1 --*",
  "!x' or 'a'='a",
  "a1') union select password_hash from sys_user --",
  '= (select 1)',
  ",' or 1=1,",
  '(select pg_sleep(5))',
  '#{sys_org_code}',
  '\u0000',
  'a\u0000b',
  '\\',
  "\\'; select 1",
  '%',
  '__proto__',
  'constructor',
]

describe('hostile values', () => {
  const lists = { positions: '/api/sys/position/list', records: '/api/playbeforepay/sysPlayBeforePay/list' }
  const fields = { positions: ['code', 'name', 'id'], records: ['id', 'userId', 'sysOrgCode'] }
  const times = ['createTime', 'createTime_begin', 'createTime_end']
  const get = async (list: keyof typeof lists, query: Record<string, string>) => {
    const response = await server.request(`${lists[list]}?${new URLSearchParams(query)}`, { token: manager.token })
    return { status: response.status, ...((await response.json()) as { code: number; result: { total: number } }) }
  }

  it.each(['positions', 'records'] as const)('find nothing in filters of %s', async (list) => {
    for (const value of hostile) {
      const filters = [...fields[list], ...(list === 'positions' ? ['name_MultiString', 'createTime'] : [])]
      for (const field of filters.filter((name) => name !== 'sysOrgCode')) {
        const answer = await get(list, { [field]: value })
        const said = { list, field, value, ...answer }
        // Refused, or answered with nothing; `%` and the like are ordinary characters.
        const found = answer.code === 0 && !value.startsWith('!') ? answer.result.total : 0
        expect(found, JSON.stringify(said)).toBe(0)
        expect(said.code === 0 || (said.status === 200 && said.code === 500), JSON.stringify(said)).toBe(true)
      }
    }
  })

  it.each(['positions', 'records'] as const)('change nothing about the order of %s', async (list) => {
    const usual = await get(list, {})
    for (const value of hostile) {
      for (const name of ['column', 'order', 'field', 'superQueryMatchType', 'unknown', '_t']) {
        const answer = await get(list, { [name]: value })
        expect({ value, name, code: answer.code, total: answer.result.total }).toEqual({
          ...{ value, name, code: 0, total: usual.result.total },
        })
        expect(answer.result).toEqual(usual.result)
      }
      for (const name of ['pageNo', 'pageSize']) expect((await get(list, { [name]: value })).code).toBe(0)
      for (const name of times) expect([0, 500]).toContain((await get(list, { [name]: value })).code)
    }
  })

  it.each(['positions', 'records'] as const)('are refused in the advanced query of %s', async (list) => {
    const refused = [
      ...hostile,
      '{}',
      'null',
      '[1]',
      '[[]]',
      '%',
      '%5B%7B',
      ...hostile.map((field) => JSON.stringify([{ field, rule: 'eq', val: '1' }])),
      ...hostile.map((rule) => JSON.stringify([{ field: 'id', rule, val: '1' }])),
      JSON.stringify([{ field: 'password', rule: 'eq', val: '1' }]),
      JSON.stringify([{ field: 'orgCode', rule: 'eq', val: '1' }]),
      JSON.stringify(Array.from({ length: 31 }, () => ({ field: 'id', rule: 'eq', val: '1' }))),
    ]
    for (const superQueryParams of refused) {
      const answer = await get(list, { superQueryParams })
      expect({ superQueryParams, ...answer }).toMatchObject({ status: 200, error: { code: 'lists.badAdvancedQuery' } })
    }
    for (const val of hostile) {
      const superQueryParams = JSON.stringify([{ field: 'id', rule: 'like', val }])
      expect(await get(list, { superQueryParams })).toMatchObject({ code: 0, result: { total: 0 } })
    }
  })

  it('leave the log without a single bug', () => {
    expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
  })
})
