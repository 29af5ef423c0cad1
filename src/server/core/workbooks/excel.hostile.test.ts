import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#shared/core/errors.ts'
import { startTestServer, type TestClient, type TestServer } from '#tests/support/server.ts'
import { type PositionWorkbooks, positionWorkbooksOf } from '#tests/support/venue/position-workbooks.ts'
import { venueOf } from '#tests/support/venue/venue.ts'
import { sheetOf, workbookOf } from '#tests/support/workbooks/made-workbooks.ts'
import { readWorkbook } from './excel.read.ts'

/** The most characters of a cell. */
const LONGEST = 32_767
/** The error workbook has two more, and 200 are read. */
const COLUMNS = 198

let dataDir: string
let server: TestServer
let manager: TestClient
let { fetchFile, rowsOf, send, codes } = {} as PositionWorkbooks
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pitlane-hostile-'))
  server = await startTestServer({ dataDir })
  manager = await server.signIn('manager', 'A01A01')
  ;({ fetchFile, rowsOf, send, codes } = positionWorkbooksOf({ server, manager, dataDir }))
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  await venueOf(server).inEveryStore((trx) => trx.deleteFrom('jobPosition').execute())
})

/** Numbers of shared texts over the whole width; the last one repeats. */
const row = (...cells: number[]): number[] => Array.from({ length: COLUMNS }, (_, at) => cells[at] ?? cells.at(-1) ?? 0)

/** Imports the good rows of a workbook; the server answers another call meanwhile. */
async function imported(workbook: Blob) {
  const [answer, listed] = await Promise.all([
    send(workbook, '?partial=true'),
    manager.positions.list({ query: { pageSize: 1 } }),
  ])
  expect(listed.result.current).toBe(1)
  return answer
}
const errorRows = async (fileUrl: string | undefined) =>
  (await rowsOf(await fetchFile(`/api${fileUrl}`, manager.token))).slice(2)

describe('a small workbook whose cells share long texts', () => {
  const headings = ['职务编码', '职务名称', '职级']

  it('has an error workbook with line and reason of each row, and the cells of rows that a record could have', async () => {
    const shared = [...headings, '别的', 'long1', '名称', 'x'.repeat(LONGEST)]
    const rows = [row(0, 1, 2, 3), row(4, 5, -1), row(6, 5, -1), ...Array.from({ length: 100 }, () => row(6))]
    const answer = await imported(await workbookOf(sheetOf(rows), shared))
    expect(answer).toMatchObject({ code: 201, result: { totalCount: 102, errorCount: 101, successCount: 1 } })
    expect(await codes()).toEqual(['long1'])
    const [first, one = [], ...below] = await errorRows(answer.result?.fileUrl)
    expect(first).toEqual([
      ...headings,
      ...row(0)
        .slice(3)
        .map(() => '别的'),
      '行号',
      '错误原因',
    ])
    const why = expect.stringMatching(/^职务编码: /)
    expect([one.slice(0, 3), one[COLUMNS], one[COLUMNS + 1]]).toEqual([['x'.repeat(LONGEST), '名称', ''], '3', why])
    expect(below).toEqual(below.map((_, at) => [...row(0).map(() => ''), String(at + 4), why]))
    expect(below).toHaveLength(100)
  })

  it('is read when they are blank, and millions of characters long', async () => {
    const shared = [...headings, ' '.repeat(8_000_000), 'long2', '名称']
    const rows = [row(0, 1, 2, 3), ...Array.from({ length: 500 }, () => row(3)), row(4, 5, 3)]
    const answer = await imported(await workbookOf(sheetOf(rows), shared))
    expect(answer).toMatchObject({ success: true, message: '文件导入成功！数据行数：1' })
    expect(await codes()).toEqual(['long2'])
  })

  it('is read with no more of a text than a cell holds', async () => {
    const path = join(dataDir, 'long.xlsx')
    const long = 'y'.repeat(LONGEST + 1000)
    const inline = `<row><c t="inlineStr"><is><t>${long}</t></is></c></row>`
    const sheet = sheetOf([[0]]).replace('</sheetData>', `${inline}</sheetData>`)
    await writeFile(path, Buffer.from(await (await workbookOf(sheet, [long])).arrayBuffer()))
    const texts = (await readWorkbook(path, 10)).map(({ cells }) => cells)
    expect(texts).toEqual([['y'.repeat(LONGEST)], ['y'.repeat(LONGEST)]])
  })

  it('is refused row by row when they are endless choices', async () => {
    const shared = [...headings, 'c', '名称', ','.repeat(LONGEST), ','.repeat(9999)]
    const rows = Array.from({ length: 10_000 }, (_, at) => [3, 4, at % 2 === 0 ? 5 : 6])
    const answer = await imported(await workbookOf(sheetOf([[0, 1, 2], ...rows]), shared))
    expect(answer).toMatchObject({ code: 201, result: { totalCount: 10_000, errorCount: 10_000, successCount: 0 } })
    expect(answer.result?.refused[0]?.problems).toMatchObject([{ field: '职级' }])
    const [, one, ...below] = await errorRows(answer.result?.fileUrl)
    expect(one).toEqual(['c', '名称', ','.repeat(LONGEST), '2', expect.stringMatching(/^职级: /)])
    // The first hundreds of rows have as many characters as the workbook may have.
    expect(below.at(-1)).toEqual(['', '', '', '10001', expect.stringMatching(/^职级: /)])
    expect(below).toHaveLength(9999)
  })

  it('is given up when its time is over', async () => {
    const path = join(dataDir, 'slow.xlsx')
    await writeFile(path, Buffer.from(await (await workbookOf(sheetOf([[0]]), ['x'])).arrayBuffer()))
    const over = () => Promise.reject(new AppError('excel.tooSlow'))
    await expect(readWorkbook(path, 10, over)).rejects.toMatchObject({ code: 'excel.tooSlow' })
  })
})
