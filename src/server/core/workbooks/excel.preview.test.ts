import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contracts } from '#shared/contracts.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import type { Contract } from '#shared/core/route.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { readWorkbook } from './excel.read.ts'
import { type Cell, writeWorkbook } from './excel.write.ts'

let dataDir: string
let server: TestServer
let manager: TestClient
let admin: TestClient
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-preview-'))
  server = await startTestServer({ dataDir })
  manager = await server.signIn('manager', 'A01A01')
  admin = await server.signIn('admin')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await venueOf(server).inEveryStore((trx) => trx.deleteFrom('jobPosition').execute())
})

const HEADINGS = ['职务编码', '职务名称', '职级']

async function send(path: string, rows: Cell[][], headings = HEADINGS, by = manager) {
  const file = join(dataDir, 'made.xlsx')
  await writeWorkbook(file, {
    titles: [],
    headings,
    rows: (async function* () {
      yield rows
    })(),
  })
  const body = new FormData()
  body.append('file', new Blob([await readFile(file)]), 'rows.xlsx')
  const response = await server.request(`/api${path}`, { method: 'POST', body, token: by.token })
  return (await response.json()) as Envelope<ImportReport>
}

const preview = (rows: Cell[][]) => send('/sys/position/importPreview', rows)
const codes = async () =>
  (await manager.positions.list({ query: { column: 'code', order: 'asc' } })).result.records.map(({ code }) => code)

describe('a preview', () => {
  const mixed = [
    ['a1', '教练', '员级'],
    ['a1', '重复的编码', ''],
    ['', '没有编码', ''],
    ['a2', '店长', '正高级'],
  ]

  it('reports the result of the import without writing anything', async () => {
    await manager.positions.add({ body: { code: 'old', name: '已有' } })
    const { result: looked } = await preview(mixed)
    expect(looked).toMatchObject({ totalCount: 4, errorCount: 2, successCount: 2 })
    expect(await codes()).toEqual(['old'])
    const { result: done } = await send('/sys/position/importExcel?partial=true', mixed)
    expect(done).toMatchObject({ totalCount: 4, errorCount: 2, successCount: 2, refused: looked?.refused })
    expect(await codes()).toEqual(['a1', 'a2', 'old'])
  })

  it('names line, field and reason of each problem', async () => {
    const { result } = await preview(mixed)
    expect(result?.refused).toMatchObject([
      { line: 3, problems: [{ field: '', reason: expect.stringContaining('已存在') }] },
      { line: 4, problems: [{ field: '职务编码', reason: expect.any(String) }] },
    ])
  })

  it('writes no audit entry, and no error workbook for a valid file', async () => {
    const { result } = await preview([['a1', '教练', '员级']])
    expect(result).toMatchObject({ totalCount: 1, errorCount: 0, successCount: 1, refused: [], fileUrl: '' })
    const { result: trail } = await admin.logs.list({ query: { logType: '2', username: 'manager', pageSize: 50 } })
    expect(trail.records.filter(({ requestUrl }) => requestUrl?.includes('importPreview'))).toEqual([])
  })

  it('sends none of the messages of the previewed workbook', async () => {
    const headings = ['标题', '模板类型', '接收方', '内容']
    const { result: looked } = await send(
      '/sys/message/sysMessage/importPreview',
      [['预览', '系统', 'manager', '不该出现']],
      headings,
      admin,
    )
    expect(looked).toMatchObject({ successCount: 1, refused: [] })
    const { result } = await admin.messages.list({ query: { esTitle: '预览' } })
    expect(result.records).toEqual([])
  })
})

describe('a template', () => {
  const everyImport = async () =>
    (await Promise.all(Object.values(contracts).map(async (load): Promise<Contract> => load()))).flatMap(
      // Each form has columns of its own: online-forms.sheets.test.ts.
      ({ importTemplate }) => (importTemplate && !importTemplate.path.includes('/:') ? [importTemplate.path] : []),
    )

  async function template(path: string, language: string) {
    const response = await server.request(`/api${path}`, {
      token: admin.token,
      headers: { 'Accept-Language': language },
    })
    expect(response.status).toBe(200)
    const file = join(dataDir, 'template.xlsx')
    await writeFile(file, Buffer.from(await response.arrayBuffer()))
    return { file, headings: (await readWorkbook(file, 100)).map(({ cells }) => cells), response }
  }

  it('has the headings of the reader’s language and no rows', async () => {
    const zh = await template('/sys/position/importTemplate', 'zh')
    expect(zh.headings).toEqual([HEADINGS])
    expect(zh.response.headers.get('content-disposition')).toContain(encodeURIComponent('职务-模板.xlsx'))
    const en = await template('/sys/position/importTemplate', 'en')
    expect(en.headings).toEqual([['Position code', 'Position', 'Rank']])
  })

  it('exists for every import, in both languages, with headings that the import accepts', async () => {
    const paths = await everyImport()
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) {
      for (const language of ['zh', 'en']) {
        const { headings } = await template(path, language)
        const [row = []] = headings
        expect([path, row.length > 1]).toEqual([path, true])
        // One row that is empty except under the last heading: it is read, and refused for missing or duplicate values.
        const { result, success } = await send(
          path.replace(/importTemplate$/, 'importPreview'),
          [row.map(() => '?')],
          row,
          admin,
        )
        expect([path, success, result?.totalCount]).toEqual([path, true, 1])
      }
    }
  })
})
