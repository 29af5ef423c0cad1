import { describe, expect, it } from 'vitest'
import { defaultLayouts } from '#paper/index.ts'
import { EVERY_STORE } from '#server/db/database.ts'
import type { LayoutBlock, PaperKind, PrintLogo } from '#shared/features/printing/print-layout.schema.ts'
import { PrinterMaker } from '#shared/ipc/devices.ts'
import type { TestClient } from '#tests/support/server.ts'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { server, manager, hq, cashier } = await testVenue(['manager', 'hq', 'cashier'])

const A01A01 = 'A01A01'
const marks: LayoutBlock = { block: 'marks' }
const number: LayoutBlock = { block: 'value', field: 'number', align: 'center', bold: true, scale: 4 }
const words: LayoutBlock = {
  block: 'words',
  zh: '生日快乐',
  en: 'Happy birthday',
  align: 'left',
  bold: false,
  scale: 1,
}
const logo: PrintLogo = { width: 384, height: 8, dots: Buffer.alloc(48 * 8, 0xff).toString('base64') }

const read = async (orgCode?: string, by = manager) => (await by.printLayouts.query({ query: { orgCode } })).result
const edit = (kind: PaperKind, blocks: LayoutBlock[], by = manager, orgCode = A01A01) =>
  codeOf(by.printLayouts.edit({ body: { orgCode, kind, blocks } }))
const preview = async (kind: PaperKind, blocks: LayoutBlock[], printer: object = {}) =>
  (await manager.printLayouts.preview({ body: { orgCode: A01A01, kind, blocks, ...printer } })).result
const snapshot = async () => (await cashier.terminals.snapshot()).result.store.printing

describe('the layouts of a store', () => {
  it('are the defaults until it has its own, which its terminals then use', async () => {
    const before = await read()
    expect(before).toMatchObject({ orgCode: A01A01, logos: [] })
    expect(
      before?.layouts.every(({ kind, blocks, isOwn }) => !isOwn && blocks.length === defaultLayouts()[kind].length),
    ).toBe(true)
    expect(await snapshot()).toEqual({ layouts: {}, logos: [] })

    const blocks = [words, number, marks]
    expect(await edit('queueTicket', blocks)).toBe('done')
    expect(await edit('queueTicket', blocks)).toBe('done')
    expect((await read())?.layouts.find(({ kind }) => kind === 'queueTicket')).toMatchObject({
      blocks,
      isOwn: true,
      updateBy: 'manager',
    })
    expect(await snapshot()).toEqual({ layouts: { queueTicket: blocks }, logos: [] })
    expect((await read('A01A02', hq))?.layouts.some(({ isOwn }) => isOwn)).toBe(false)

    await manager.printLayouts.reset({ body: { orgCode: A01A01, kind: 'queueTicket' } })
    expect(await snapshot()).toEqual({ layouts: {}, logos: [] })
  })

  it('do not replace one that somebody else has stored since it was read', async () => {
    const stored = async () => (await read())?.layouts.find(({ kind }) => kind === 'receipt')?.blocks ?? []
    const change = (blocks: LayoutBlock[], editedBlocks: LayoutBlock[]) =>
      codeOf(manager.printLayouts.edit({ body: { orgCode: A01A01, kind: 'receipt', blocks, editedBlocks } }))
    const first = await stored()
    const [one, other] = [
      [words, ...first],
      [...first, words],
    ]
    const ends = await Promise.all([change(one, first), change(other, first)])
    expect(ends.toSorted()).toEqual(['done', 'layouts.changed'])
    const now = await stored()
    expect([one, other]).toContainEqual(now)
    expect(await change(first, now)).toBe('done')
    const reset = (editedBlocks: LayoutBlock[]) =>
      codeOf(manager.printLayouts.reset({ body: { orgCode: A01A01, kind: 'receipt', editedBlocks } }))
    expect([await reset(now), await stored()]).toEqual(['layouts.changed', first])
    expect([await reset(first), await reset(now)]).toEqual(['done', 'done'])
  })

  it('stay consistent after concurrent changes', async () => {
    const wanted = Array.from({ length: 6 }, (_, index) => [{ ...words, zh: `第 ${index} 版` }, number, marks])
    expect(new Set(await Promise.all(wanted.map((blocks) => edit('wristband', blocks))))).toEqual(new Set(['done']))
    expect(wanted).toContainEqual((await snapshot()).layouts.wristband)
    await manager.printLayouts.reset({ body: { orgCode: A01A01, kind: 'wristband' } })
  })

  it('must contain the required blocks, and errors name the missing one', async () => {
    expect(await edit('queueTicket', [number])).toBe('layouts.oneMark')
    expect(await edit('queueTicket', [number, marks, marks])).toBe('layouts.oneMark')
    expect(await edit('queueTicket', [words, marks])).toBe('layouts.needs.number')
    expect(await edit('receipt', [words, marks])).toBe('layouts.needs.facts')
    expect(await edit('refund', [{ block: 'facts' }, number, marks])).toBe('layouts.foreignBlock')
    expect(await edit('shiftReport', [{ block: 'facts' }, { block: 'code', dots: 6 }, marks])).toBe(
      'layouts.foreignBlock',
    )
    expect(await edit('queueTicket', [])).toBe('common.invalidInput')
    for (const { kind, blocks } of (await read())?.layouts ?? []) expect(await edit(kind, blocks), kind).toBe('done')
  })

  it('are changed only by users responsible for the store', async () => {
    expect(await codeOf(read(undefined, cashier))).toBe('auth.forbidden')
    expect(await edit('queueTicket', [number, marks], cashier)).toBe('auth.forbidden')
    const manager2 = await server.signIn('manager2')
    expect(await edit('queueTicket', [number, marks], manager2)).toBe('common.recordNotFound')
    expect(await codeOf(read(A01A01, manager2))).toBe('common.recordNotFound')
    expect(await codeOf(manager2.printLayouts.editLogo({ body: { orgCode: A01A01, logos: [logo] } }))).toBe(
      'common.recordNotFound',
    )
  })
})

it('prints a marked sample, once per call', async () => {
  const print = (by: TestClient) =>
    by.printLayouts.printSample({ body: { orgCode: A01A01, kind: 'receipt', printId: 'S1' } })
  expect(await codeOf(print(cashier))).toBe('auth.forbidden')
  const { jobId } = (await print(manager)).result
  const jobs = await server.deps.db.scoped(EVERY_STORE, (trx) =>
    trx.selectFrom('printJob').selectAll().where('printId', '=', 'S1').execute(),
  )
  expect(jobs).toMatchObject([{ id: jobId, ticket: { ticketNo: '样张', document: { kind: 'receipt' } } }])
})

describe('the preview of a layout', () => {
  it('is decoded from the bytes of every paper, make and width', async () => {
    for (const { kind, blocks } of (await read())?.layouts ?? []) {
      const { paper, bytes } = await preview(kind, blocks, { columns: 32 })
      expect(bytes, kind).toBeGreaterThan(100)
      expect(paper.columns).toBe(32)
      expect(paper.parts.at(-1)).toEqual({ part: 'cut' })
    }
    for (const maker of PrinterMaker.options.filter((one) => one !== 'epson')) {
      const { paper, missing } = await preview('queueTicket', [number, words, marks], { maker })
      expect(paper.parts.filter(({ part }) => part === 'picture').length, maker).toBeGreaterThan(0)
      // Without gaps between the bands of an image.
      if (maker === 'star') expect(paper.parts.map(({ part }) => part)).toEqual(['picture', 'cut'])
      expect(missing, maker).toEqual([])
    }
  })

  it('shows the printer’s fonts, or images if it has no Chinese font', async () => {
    const lettered = await preview('queueTicket', [words, number, marks])
    expect(lettered.paper.parts).toEqual([
      { part: 'line', text: '生日快乐', bold: false, scale: 1, align: 'left' },
      { part: 'line', text: 'A008', bold: true, scale: 4, align: 'center' },
      { part: 'cut' },
    ])
    const drawn = await preview('queueTicket', [words, words, number, marks], { chinese: false })
    expect(drawn.paper.parts[0]).toMatchObject({ part: 'picture', width: 576, height: 48 })
    expect((await preview('queueTicket', [{ ...words, zh: '😀' }, number, marks])).missing).toEqual(['😀'])
  })
})

describe('the logo of a store', () => {
  it('is centred on paper that is wide enough, and is sent to the terminals', async () => {
    const half = { ...logo, dots: Buffer.alloc(48 * 8 - 1).toString('base64') }
    const editLogo = (logos: PrintLogo[]) => codeOf(manager.printLayouts.editLogo({ body: { orgCode: A01A01, logos } }))
    expect(await editLogo([half])).toBe('layouts.logoSize')
    expect(await editLogo([logo, logo])).toBe('layouts.logoSize')
    expect(await editLogo([logo])).toBe('done')
    expect((await snapshot()).logos).toEqual([logo])
    const [picture] = (await preview('queueTicket', [{ block: 'logo' }, number, marks])).paper.parts
    expect(picture).toMatchObject({ part: 'picture', width: 576, height: 8 })
    const row = Buffer.concat([Buffer.alloc(12), Buffer.alloc(48, 0xff), Buffer.alloc(12)])
    expect(picture?.part === 'picture' && Buffer.from(picture.dots, 'base64').subarray(0, 72)).toEqual(row)
    const tooNarrow = await preview('queueTicket', [{ block: 'logo' }, number, marks], { columns: 24 })
    expect(tooNarrow.paper.parts[0]?.part).toBe('line')
    expect(await editLogo([])).toBe('done')
    expect((await read())?.logos).toEqual([])
  })
})
