import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { type Cell, writeWorkbook } from '#server/core/workbooks/excel.write.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { lostProperty, publishedForm } from '#tests/support/venue/online-forms.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, hq, manager } = await testVenue(['hq', 'manager'])
const { dataDir } = server.deps.config
const params = { code: 'sheets' }
const PATH = '/api/form/record/sheets'

beforeAll(() =>
  publishedForm(hq, 'sheets', lostProperty, { manager: ['list', 'add', 'export', 'import'], hq: ['export'] }, [
    manager,
    hq,
  ]),
)

async function rowsOf(path: string, token: string, language = 'en'): Promise<string[][]> {
  const response = await server.request(path, { token, headers: { 'Accept-Language': language } })
  const file = join(dataDir, 'received.xlsx')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  return (await readWorkbook(file, 1000)).map(({ cells }) => cells)
}

async function send(call: string, headings: string[], rows: Cell[][]): Promise<Envelope<ImportReport>> {
  const file = join(dataDir, 'sent.xlsx')
  await writeWorkbook(file, {
    titles: [],
    headings,
    rows: (async function* () {
      yield rows
    })(),
  })
  const { openAsBlob } = await import('node:fs')
  const body = new FormData()
  body.append('file', await openAsBlob(file), 'sent.xlsx')
  const response = await server.request(`${PATH}/${call}`, {
    method: 'POST',
    token: manager.token,
    headers: { 'Accept-Language': 'en' },
    body,
  })
  return (await response.json()) as Envelope<ImportReport>
}

describe('workbooks of a form', () => {
  it('have the headings of its fields, and the texts of its values', async () => {
    const values = { place: '=1+1', kind: 'vehicle', state: 'open', value: 3.5, urgent: true, found: '2026-01-02' }
    const rows = {
      things: [
        { name: 'Umbrella', count: 2 },
        { name: 'Bag', count: null },
      ],
    }
    await manager.formRecords.add({ params, body: { values, rows }, key: newId() })
    const exported = await rowsOf(`${PATH}/exportXls?place=%3D1%2B1`, hq.token)
    const [, , headings = [], row = []] = exported
    const shown = Object.fromEntries(headings.map((heading, at) => [heading, row[at]]))
    expect(shown).toMatchObject({
      place: '=1+1',
      kind: 'Vehicle',
      state: 'Waiting',
      value: '3.5',
      urgent: 'yes',
      found: '2026-01-02',
      Things: 'Umbrella, 2; Bag',
    })
    const [template] = await rowsOf(`${PATH}/importTemplate`, manager.token, 'zh')
    expect(template).toContain('place中')
  })

  it('are imported with a preview, all or none, by the rules of the form', async () => {
    const headings = ['place', 'state', 'tag', 'found']
    const good = ['Import', 'Returned', 'I-1', '2026-02-01']
    const preview = await send('importPreview', headings, [good, ['', 'Waiting', '', ''], ['Import', 'x', 'I-1', '']])
    expect(preview.result).toMatchObject({ totalCount: 3, successCount: 1 })
    const reasons = preview.result?.refused.map(({ problems }) => problems[0]?.field)
    expect(reasons).toEqual(['place', 'state'])
    const list = () => manager.formRecords.list({ params, query: { place: 'Import' } })
    expect((await list()).result.total).toBe(0)
    expect((await send('importExcel', headings, [good, good])).code).toBe(201)
    expect((await list()).result.total).toBe(0)
    await send('importExcel', headings, [good])
    const { records } = (await list()).result
    expect(records).toMatchObject([{ values: { state: 'done', tag: 'I-1', found: '2026-02-01' }, createBy: 'manager' }])
    const history = await manager.logs.history({ query: { kind: '/form/record/sheets', id: records[0]?.id ?? '' } })
    expect(history.result).toHaveLength(1)
  })
})
