import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { type Cell, writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import type { TestClient, TestServer } from '#tests/support/server.ts'

const IMPORT = '/api/sys/position/importExcel'

interface Place {
  server: TestServer
  manager: TestClient
  /** A folder for uploaded and downloaded workbooks. */
  dataDir: string
}

/** Exports and imports the list of positions of a test server as workbooks. */
export function positionWorkbooksOf({ server, manager, dataDir }: Place) {
  const fetchFile = (path: string, token?: string, language = 'zh') =>
    server.request(path, { token, headers: { 'Accept-Language': language } })

  /** Rows of a workbook in an answer. */
  async function rowsOf(response: Response): Promise<string[][]> {
    expect(response.status).toBe(200)
    const path = join(dataDir, 'received.xlsx')
    await writeFile(path, Buffer.from(await response.arrayBuffer()))
    return (await readWorkbook(path, 20_000)).map(({ cells }) => cells)
  }

  /** A workbook with these rows below one line of headings. */
  async function workbook(headings: string[], rows: Cell[][]): Promise<Blob> {
    const path = join(dataDir, 'made.xlsx')
    await writeWorkbook(path, {
      titles: [],
      headings,
      rows: (async function* () {
        yield rows
      })(),
    })
    return blobOf(path)
  }
  const blobOf = async (path: string): Promise<Blob> => {
    return new Blob([await (await openAsBlob(path)).arrayBuffer()])
  }

  async function send(file: Blob, query = '', { name = 'rows.xlsx', token = manager.token, language = 'zh' } = {}) {
    const body = new FormData()
    body.append('file', file, name)
    const response = await server.request(`${IMPORT}${query}`, {
      method: 'POST',
      body,
      token,
      headers: { 'Accept-Language': language },
    })
    return { status: response.status, ...((await response.json()) as Envelope<ImportReport>) }
  }

  const codes = async () =>
    (await manager.positions.list({ query: { pageSize: 200, column: 'code', order: 'asc' } })).result.records.map(
      ({ code }) => code,
    )
  const addSome = async () => {
    for (const [code, name, postRank] of [
      ['c1', '教练 <&"\'> =1+1', '1,3'],
      ['c2', '=cmd|calc', ''],
      ['d1', '店长', '5'],
    ] as const) {
      await manager.positions.add({ body: { code, name, postRank } })
    }
  }

  return { fetchFile, rowsOf, workbook, send, codes, addSome }
}

export type PositionWorkbooks = ReturnType<typeof positionWorkbooksOf>
