import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { type Cell, writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import { withClient } from '#server/db/roles.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'

const PASSPORT = 'P55566677'
const PATH = '/api/membermanage/sysMemberManage'
const HEADINGS = ['姓名', '昵称', '手机号', '实体卡号', '性别', '证件号', '等级']

let dataDir: string
let server: TestServer
let manager: TestClient
/** May export workbooks, and sees neither phones nor identity numbers. */
let cashier: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-member-sheets-'))
  server = await startTestServer({ dataDir })
  await withClient(server.database.ownerUrl, (owner) =>
    owner.query(`insert into role_permission values ('cashier', 'member:export')`),
  )
  manager = await server.signIn('manager', 'A01A01')
  cashier = await server.signIn('cashier')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function send(call: string, rows: Cell[][]) {
  const file = join(dataDir, 'made.xlsx')
  await writeWorkbook(file, {
    titles: [],
    headings: HEADINGS,
    rows: (async function* () {
      yield rows
    })(),
  })
  const body = new FormData()
  body.append('file', new Blob([await readFile(file)]), 'rows.xlsx')
  const response = await server.request(`${PATH}/${call}`, { method: 'POST', body, token: manager.token })
  return (await response.json()) as Envelope<ImportReport>
}

async function exported({ token }: TestClient, query: string): Promise<string[][]> {
  const response = await server.request(`${PATH}/exportXls?${query}`, { token })
  expect(response.headers.get('content-type')).toContain('spreadsheetml')
  const file = join(dataDir, 'taken.xlsx')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return (await readWorkbook(file, 1000)).map(({ cells }) => cells)
}

describe('a workbook of members', () => {
  it('is checked row by row before import: duplicates, existing members, missing values', async () => {
    const rows = [
      ['进口甲', '', '17600000001', '', '男', PASSPORT],
      ['进口乙', '', '17600000001', '', '', ''],
      ['进口丙', '', '13800001111', '', '', ''],
      ['', '', '17600000003', '', '', ''],
      ['进口丁', '', '17600000004', '0004829731', '', ''],
      ['进口戊', '漂', '17600000005', '4800000001', '女', '', '金卡'],
      ['进口己', '', '17600000006', '', '', '', '没有这级'],
    ]
    const problems = (report: ImportReport | null) =>
      report?.refused.map(({ line, problems: [first] }) => [line, first?.field])
    const expected = [
      [3, '手机号'],
      [4, '手机号'],
      [5, '姓名'],
      [6, '实体卡号'],
      [8, '等级'],
    ]
    const { result: looked } = await send('importPreview', rows)
    expect(problems(looked)).toEqual(expected)
    expect((await manager.memberRecords.list({ query: { keyword: '进口' } })).result.total).toBe(0)
    const { result: done } = await send('importExcel?partial=true', rows)
    expect(done).toMatchObject({ successCount: 2, errorCount: 5 })
    expect(problems(done)).toEqual(expected)
    const { result } = await manager.memberRecords.list({ query: { keyword: 'jkw' } })
    expect(result.records).toMatchObject([
      { realname: '进口戊', physicalCard: '4800000001', gender: '2', memberLevel_dictText: '金卡' },
    ])
    const [, , headings = [], ...own] = await exported(manager, 'keyword=jkw')
    expect(own.map((row) => row[headings.indexOf('等级')])).toEqual(['金卡'])
  })

  it('shows full phones and identity numbers only with the permissions, and respects filters', async () => {
    const [, , headings = [], ...own] = await exported(manager, 'keyword=%E8%BF%9B%E5%8F%A3%E7%94%B2')
    expect(own).toHaveLength(1)
    const cell = (row: string[] | undefined, name: string) => row?.[headings.indexOf(name)]
    expect([cell(own[0], '手机号'), cell(own[0], '证件号')]).toEqual(['17600000001', PASSPORT])
    const [, , , ...seen] = await exported(cashier, 'keyword=%E8%BF%9B%E5%8F%A3%E7%94%B2')
    expect([cell(seen[0], '手机号'), cell(seen[0], '证件号')]).toEqual(['176****0001', 'P********'])
    expect(JSON.stringify(await exported(cashier, ''))).not.toContain(PASSPORT)
    expect(server.logs.join('\n')).not.toContain(PASSPORT)
  })
})
