import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import type { Envelope } from '#shared/core/envelope.ts'
import type { ImportReport } from '#shared/core/excel.ts'
import { newId } from '#shared/core/id.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { STORE } from '#tests/support/venue/venue.ts'

const OTHER_STORE = 'A01A02'
const dataDir = await mkdtemp(join(tmpdir(), 'pitlane-products-'))
const { server, venue, manager, cashier, hq } = await testVenue(['manager', 'cashier', 'hq'], { dataDir })
const other = await server.signIn('manager2')
afterAll(() => rm(dataDir, { recursive: true, force: true }))

type Given = Partial<Parameters<typeof manager.products.add>[0]['body']>

let count = 0

/** A product of the store with so many pieces; returns its row. */
async function product(given: Given = {}, pieces = 0) {
  const productName = `商品${++count}`
  await manager.products.add({ body: { productName, price: 3, ...given } })
  const { id } = await listed(productName)
  if (pieces > 0) await manager.productStock.in({ key: newId(), body: { id, count: pieces, reason: '进货' } })
  return listed(productName)
}
async function listed(productName: string) {
  const [row] = (await manager.products.list({ query: { productName } })).result.records
  if (!row) throw new Error(`no product ${productName}`)
  return row
}

describe('a product', () => {
  it('with a custom price is not listed for self-service, by form, workbook or SQL', async () => {
    const refusal = { code: 'products.customListed', details: { field: 'selfService' } }
    await expect(product({ priceKind: 'custom', selfService: 'YES' })).rejects.toMatchObject(refusal)
    const listedForGuests = await product({ selfService: 'YES' })
    await expect(
      manager.products.edit({ body: { id: listedForGuests.id, priceKind: 'custom' } }),
    ).rejects.toMatchObject(refusal)
    const custom = await product({ priceKind: 'custom' })
    await expect(manager.products.edit({ body: { id: custom.id, selfService: 'YES' } })).rejects.toMatchObject(refusal)
    await expect(
      venue.inEveryStore((trx) => sql`update product set self_service = true where id = ${custom.id}`.execute(trx)),
    ).rejects.toThrow(/product_custom_not_listed/)
  })

  it('has only prices of its kind, and a range that is one', async () => {
    expect(await product({ price: 5, minPrice: 1, maxPrice: 9 })).toMatchObject({ price: 5, minPrice: 0, maxPrice: 0 })
    expect(await product({ priceKind: 'custom', price: 5, minPrice: 2, maxPrice: 9 })).toMatchObject({
      price: 0,
      minPrice: 2,
      maxPrice: 9,
    })
    await expect(product({ priceKind: 'custom', minPrice: 5, maxPrice: 4 })).rejects.toMatchObject({
      code: 'products.priceRange',
      details: { field: 'maxPrice' },
    })
    await expect(product({ price: 0 })).rejects.toMatchObject({
      code: 'products.priceNeeded',
      details: { field: 'price' },
    })
  })

  it('has a barcode that is unique at its store, also for two who add it at once', async () => {
    const barcode = `CODE-${newId()}`
    const added = await Promise.allSettled(Array.from({ length: 8 }, () => product({ barcode })))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of added) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({ code: 'products.barcodeTaken', details: { field: 'barcode' } })
      }
    }
    await other.products.add({ body: { productName: `商品${++count}`, price: 1, barcode } })
    await expect(product({ barcode: '两个 词' })).rejects.toMatchObject({ code: 'common.invalidInput' })
  })

  it('is edited by managers, and listed by cashiers', async () => {
    const { id, productName } = await product()
    expect((await cashier.products.list({ query: { productName } })).result.total).toBe(1)
    await expect(cashier.products.edit({ body: { id, price: 1 } })).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(other.products.edit({ body: { id, price: 1 } })).rejects.toMatchObject({
      code: 'common.recordNotFound',
    })
  })

  it('with low stock is marked, unless its stock is not counted', async () => {
    const low = await product({ lowStock: 3 }, 3)
    const uncounted = await product({ lowStock: 3, tracksStock: 'NO' })
    expect([low.isLow, uncounted.isLow]).toEqual(['YES', 'NO'])
    const found = (await manager.products.list({ query: { isLow: 'YES', pageSize: 200 } })).result.records
    const ids = found.map(({ id }) => id)
    expect(ids).toContain(low.id)
    expect(ids).not.toContain(uncounted.id)
  })

  it('with stock lines is not deleted', async () => {
    const used = await product({}, 1)
    const unused = await product()
    await expect(manager.products.delete({ query: { id: used.id } })).rejects.toMatchObject({ code: 'products.inUse' })
    await manager.products.delete({ query: { id: unused.id } })
  })

  it('follows the name of its type, which stays while a product has it', async () => {
    await manager.productTypes.add({ body: { name: '零食' } })
    const { productName } = await product({ productType: '零食' })
    const [type] = (await manager.productTypes.list({ query: { name: '零食' } })).result.records
    if (!type) throw new Error('no type')
    await manager.productTypes.edit({ body: { id: type.id, name: '小食' } })
    expect(await listed(productName)).toMatchObject({ productType: '小食' })
    await expect(manager.productTypes.delete({ query: { id: type.id } })).rejects.toMatchObject({
      code: 'productTypes.inUse',
    })
  })

  it('goes to another store by a workbook', async () => {
    const remark = newId()
    const { productName } = await product({ remark, barcode: remark, price: 7.5, selfService: 'YES', taxMark: 'B' })
    const answer = await server.request(`/api/product/sysProduct/exportXls?remark=${remark}`, { token: manager.token })
    const workbook = await answer.blob()
    const path = join(dataDir, `${remark}.xlsx`)
    await writeFile(path, Buffer.from(await workbook.arrayBuffer()))
    const text = (await readWorkbook(path, 10)).map(({ cells }) => cells.join(' ')).join('\n')
    expect(text).toContain(`${productName}  ${remark} 固定价 7.5 0 0 B 是 0 0 是 是 ${remark}`)
    const form = new FormData()
    form.append('file', workbook, 'products.xlsx')
    const sent = { method: 'POST', body: form, token: other.token }
    const report = (await (
      await server.request('/api/product/sysProduct/importExcel', sent)
    ).json()) as Envelope<ImportReport>
    expect(report).toMatchObject({ success: true })
    const [copy] = (await other.products.list({ query: { remark } })).result.records
    expect(copy).toMatchObject({ productName, price: 7.5, selfService: 'YES', taxMark: 'B', sysOrgCode: OTHER_STORE })
  })
})

describe('the stock of a product', () => {
  it('changes by the calls that change that of gifts', async () => {
    const { id, productName } = await product({}, 10)
    const call = (pieces: number) => ({ key: newId(), body: { id, count: pieces, reason: '测试' } })
    await manager.productStock.out(call(3))
    await manager.productStock.loss(call(1))
    await hq.products.add({ body: { productName, price: 3, sysOrgCode: OTHER_STORE } })
    await hq.productStock.move({ key: newId(), body: { id, toOrgCode: OTHER_STORE, count: 2, reason: '调拨' } })
    const { stockLineId: seenLineId } = await listed(productName)
    await manager.productStock.count({ key: newId(), body: { id, counted: 5, seenLineId, reason: '盘点' } })
    const lines = (await manager.productStock.list({ query: { itemId: id } })).result.records
    expect(lines.map(({ kind, delta, quantityAfter }) => [kind, delta, quantityAfter])).toEqual([
      ['count', 1, 5],
      ['moveOut', -2, 4],
      ['loss', -1, 6],
      ['out', -3, 7],
      ['in', 10, 10],
    ])
    expect((await manager.giftStock.list({ query: { itemId: id } })).result.total).toBe(0)
    await expect(manager.productStock.out(call(6))).rejects.toMatchObject({
      code: 'stock.short',
      details: { item: productName, needed: 6, available: 5 },
    })
  })

  it('that is not counted is not written', async () => {
    const { id } = await product({ tracksStock: 'NO' })
    await expect(
      manager.productStock.in({ key: newId(), body: { id, count: 1, reason: '进货' } }),
    ).rejects.toMatchObject({ code: 'products.withoutStock' })
  })

  it('is changed by managers only', async () => {
    const { id, sysOrgCode } = await product()
    expect(sysOrgCode).toBe(STORE)
    await expect(
      cashier.productStock.in({ key: newId(), body: { id, count: 1, reason: '进货' } }),
    ).rejects.toMatchObject({ code: 'auth.forbidden' })
  })
})
