import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type PositionWorkbooks, positionWorkbooksOf } from '#tests/support/venue/position-workbooks.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { workbookOf, zipOf } from '#tests/support/workbooks/made-workbooks.ts'
import type { Cell } from './excel.write.ts'

const XLS = '/api/sys/position/exportXls'
const IMPORT = '/api/sys/position/importExcel'

let dataDir: string
let server: TestServer
let manager: TestClient
let { fetchFile, rowsOf, workbook, send, codes, addSome } = {} as PositionWorkbooks
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-import-'))
  server = await startTestServer({ dataDir })
  manager = await server.signIn('manager', 'A01A01')
  ;({ fetchFile, rowsOf, workbook, send, codes, addSome } = positionWorkbooksOf({ server, manager, dataDir }))
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await venueOf(server).inEveryStore((trx) => trx.deleteFrom('jobPosition').execute())
})

describe('an import', () => {
  it('reads a workbook that was exported, in either language', async () => {
    await addSome()
    for (const language of ['zh', 'en']) {
      const exported = await (await fetchFile(`${XLS}?column=code&order=asc`, manager.token, language)).blob()
      const before = (await manager.positions.list({ query: { column: 'code' } })).result.records
      await manager.positions.deleteBatch({ query: { ids: `${before.map(({ id }) => id).join(',')},` } })
      expect(await send(exported)).toMatchObject({
        success: true,
        code: 0,
        message: '文件导入成功！数据行数：3',
        result: null,
      })
      const after = (await manager.positions.list({ query: { column: 'code' } })).result.records
      expect(after.map(({ code, name, postRank }) => ({ code, name, postRank }))).toEqual(
        before.map(({ code, name, postRank }) => ({ code, name, postRank: postRank })),
      )
    }
  })

  const mixed = () =>
    workbook(
      ['职务编码', '职务名称', '职级', '别的'],
      [
        ['n1', '新的', '员级', 'x'],
        ['n2', '', '员级', 'y'],
        ['n3', '太长'.repeat(60), '', null],
        ['n1', '又一个', 3, 'z'],
        ['n4', '也好', 3, null],
      ],
    )

  it('with invalid rows adds nothing, answers 201 and explains each invalid row in a workbook', async () => {
    const answer = await send(await mixed())
    expect(answer).toMatchObject({ success: true, code: 201, message: '没有导入任何一行：文件中有错误。' })
    const { refused, errorCount } = answer.result as { refused: { line: number; reason: string }[]; errorCount: number }
    expect(refused).toHaveLength(errorCount)
    expect(refused[0]?.reason).not.toBe('')
    expect(answer.result).toMatchObject({
      totalCount: 5,
      errorCount: 3,
      successCount: 0,
      msg: '总上传行数：5，已导入行数：0，错误行数：3',
    })
    expect(await codes()).toEqual([])
    const rows = await rowsOf(await fetchFile(`/api${answer.result?.fileUrl}`, manager.token))
    expect(rows[2]).toEqual(['职务编码', '职务名称', '职级', '别的', '行号', '错误原因'])
    expect(rows.slice(3).map((row) => [row[0], row[4], row[5]])).toEqual([
      ['n2', '3', expect.stringMatching(/^职务名称: \S/)],
      ['n3', '4', expect.stringMatching(/^职务名称: .*100/)],
      ['n1', '5', '数据库中已存在该记录'],
    ])
  })

  it('with partial=true adds the valid rows', async () => {
    const answer = await send(await mixed(), '?partial=true', { language: 'en' })
    expect(answer).toMatchObject({
      code: 201,
      message: 'The file was read, but some rows have errors.',
      result: { errorCount: 3, successCount: 2, msg: 'Rows in the file: 5; imported: 2; with errors: 3' },
    })
    expect(await codes()).toEqual(['n1', 'n4'])
  })

  it('adds a hundred rows at once, and one by one if one of the hundred exists already', async () => {
    const rows = Array.from({ length: 250 }, (_, index): Cell[] => [`p${index === 249 ? 3 : index}`, `第${index}`])
    const answer = await send(await workbook(['职务编码', '职务名称'], rows), '?partial=true')
    expect(answer.result).toMatchObject({ totalCount: 250, errorCount: 1, successCount: 249 })
  })

  it('adds rows to the store of the user who sends it', async () => {
    await send(await workbook(['职务编码', '职务名称', 'sysOrgCode'], [['s1', '教练', 'A01A02']]))
    const { result } = await manager.positions.list({ query: {} })
    expect(result.records).toMatchObject([{ code: 's1', sysOrgCode: 'A01A01', createBy: 'manager' }])
  })

  it.each<[string, () => Promise<Blob>, string]>([
    ['text that calls itself .xlsx', async () => new Blob(['code,name\nx,y']), 'excel.notAWorkbook'],
    ['nothing', async () => new Blob([]), 'excel.notAWorkbook'],
    ['a zip of something else', () => zipOf({ 'a.txt': 'hello' }), 'excel.notAWorkbook'],
    ['a broken workbook', async () => (await workbook(['职务编码'], [['x']])).slice(0, 900), 'excel.notAWorkbook'],
    [
      'a workbook with entities',
      () => workbookOf('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
      'excel.notAWorkbook',
    ],
    ['a workbook that is not XML', () => workbookOf('<worksheet><sheetData><row></sheetData>'), 'excel.notAWorkbook'],
    // Sixty megabytes of either compress to a few kilobytes, and take gigabytes in memory.
    [
      'tags within tags',
      () => workbookOf(`<worksheet>${'<a>'.repeat(60)}${'</a>'.repeat(60)}</worksheet>`),
      'excel.notAWorkbook',
    ],
    [
      'attributes without end',
      () => workbookOf(`<worksheet ${Array.from({ length: 200 }, (_, n) => `a${n}=""`).join(' ')}/>`),
      'excel.notAWorkbook',
    ],
    ['a zip bomb', () => workbookOf(Buffer.alloc(80 * 1_048_576, 0x20)), 'excel.tooLarge'],
    [
      'a zip bomb that lies about its size',
      async () => understated(await workbookOf(Buffer.alloc(80 * 1_048_576, 0x20))),
      'excel.notAWorkbook',
    ],
    ['a workbook without known headings', () => workbook(['foo', 'bar'], [['1', '2']]), 'excel.noHeadings'],
    ['a workbook without rows', () => workbook(['职务编码', '职务名称'], []), 'excel.noRows'],
    [
      'too many rows',
      () =>
        workbook(
          ['职务编码', '职务名称'],
          Array.from({ length: 10_010 }, (_, n) => [`${n}`, 'x']),
        ),
      'excel.tooManyRows',
    ],
  ])('refuses %s', async (_, file, code) => {
    const answer = await send(await file())
    expect(answer).toMatchObject({ status: 200, success: false, code: 500, error: { code } })
    expect(await codes()).toEqual([])
  })

  it('refuses a body that is not a form, and a form without a file', async () => {
    const plain = await server.request(IMPORT, {
      method: 'POST',
      body: '{}',
      token: manager.token,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(await plain.json()).toMatchObject({ error: { code: 'files.missing' } })
    const body = new FormData()
    body.append('partial', 'true')
    const empty = await server.request(IMPORT, { method: 'POST', body, token: manager.token })
    expect(await empty.json()).toMatchObject({ error: { code: 'files.missing' } })
  })

  it('leaves no temporary file behind', async () => {
    await expect.poll(() => readdir(join(dataDir, 'tmp'))).toEqual([])
    expect(server.logs.filter((line) => line.includes('a bug'))).toEqual([])
  })
})

/** The same zip, whose directory claims that every part unpacks to a hundred bytes. */
async function understated(zip: Blob): Promise<Blob> {
  const bytes = Buffer.from(await zip.arrayBuffer())
  const ENTRY = Buffer.from('504b0102', 'hex')
  for (let at = bytes.indexOf(ENTRY); at >= 0; at = bytes.indexOf(ENTRY, at + 4)) {
    if (bytes.readUInt32LE(at + 24) > 1_048_576) bytes.writeUInt32LE(100, at + 24)
  }
  return new Blob([bytes])
}
