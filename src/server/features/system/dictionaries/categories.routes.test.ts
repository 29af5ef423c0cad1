import { beforeAll, describe, expect, it } from 'vitest'
import { codeOf } from '#tests/support/venue/refusals.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'

const { admin } = await testVenue(['admin'])

/** 美食 A01 (火锅 A01A01 (川味 A01A01A01), 烧烤 A01A02), 运动 A02. */
const id: Record<string, string> = {}

const add = async (name: string, parent?: string) => {
  await admin.categories.add({ body: { name, ...(parent ? { pid: id[parent] ?? '' } : {}) } })
  id[name] = (await admin.categories.loadOne({ query: { field: 'name', val: name } })).result.id
}

beforeAll(async () => {
  await add('美食')
  await add('火锅', '美食')
  await add('川味', '火锅')
  await add('烧烤', '美食')
  await add('运动')
})

describe('a tree of categories', () => {
  it('assigns codes by position in the tree', async () => {
    const placeOf = async (name: string) =>
      (await admin.categories.queryById({ query: { id: id[name] ?? '' } })).result.code
    expect(await placeOf('美食')).toBe('A01')
    expect(await placeOf('川味')).toBe('A01A01A01')
    expect(await placeOf('烧烤')).toBe('A01A02')
    expect(await placeOf('运动')).toBe('A02')
  })

  it('assigns unique codes, also when many are added at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => admin.categories.add({ body: { name: `同时${index}` } })))
    const { result } = await admin.categories.rootList({ query: { name: '同时*', pageSize: 100 } })
    expect(new Set(result.records.map((row) => row.code)).size).toBe(8)
    await admin.categories.deleteBatch({ query: { ids: `${result.records.map((row) => row.id).join(',')},` } })
  })

  it('is listed by level', async () => {
    const { result } = await admin.categories.rootList({ query: {} })
    expect(result).toMatchObject({
      total: 2,
      records: [
        { name: '美食', pid: '0', hasChild: '1' },
        { name: '运动', hasChild: '0' },
      ],
    })
    const { result: children } = await admin.categories.childList({ query: { pid: id.美食 ?? '' } })
    expect(children).toMatchObject([
      { name: '火锅', hasChild: '1', pid: id.美食 },
      { name: '烧烤', hasChild: '0' },
    ])
    const several = await admin.categories.getChildListBatch({ query: { parentIds: `0,${id.火锅}` } })
    expect(several.result).toMatchObject({ total: 3, current: 1 })
    expect(several.result.records.map(({ name }) => name).sort()).toEqual(['川味', '美食', '运动'].sort())
  })

  it('is offered to pickers, level by level or whole', async () => {
    const whole = (await admin.categories.loadTreeRoot({ query: { async: 'false', pcode: '0' } })).result
    expect(whole).toMatchObject([
      {
        title: '美食',
        leaf: false,
        children: [{ title: '火锅', children: [{ title: '川味', leaf: true }] }, { title: '烧烤' }],
      },
      { title: '运动', leaf: true, children: null },
    ])
    const level = (await admin.categories.loadTreeRoot({ query: { async: 'true', pcode: 'A01' } })).result
    expect(level).toMatchObject([{ title: '火锅', children: null, parentId: id.美食 }, { title: '烧烤' }])
    const below = (await admin.categories.loadTreeRoot({ query: { async: 'false', pcode: 'A01' } })).result
    expect(below).toMatchObject([{ title: '火锅', children: [{ title: '川味' }] }, { title: '烧烤' }])
    const titles = async (query: object) =>
      (await admin.categories.loadTreeData({ query })).result.map(({ title }) => title)
    expect(await titles({ pid: id.火锅 })).toEqual(['川味'])
    expect(await titles({ pcode: 'A01' })).toEqual(['火锅', '烧烤'])
    expect(await titles({ pcode: 'nothing' })).toEqual([])
    expect(await titles({ pcode: 'A01', condition: '{"name":"\' or 1=1"}' })).toEqual(['火锅', '烧烤'])
    const { result: children } = await admin.categories.loadTreeChildren({ query: { pid: '0' } })
    expect(children.map(({ title }) => title)).toEqual(['美食', '运动'])
    const { result: names } = await admin.categories.loadDictItem({ query: { ids: `${id.运动},${id.火锅},x'` } })
    expect(names).toEqual(['运动', '火锅'])
    const { result: flat } = await admin.categories.loadAllData({ query: { code: 'A01' } })
    expect(flat.map(({ text }) => text)).toEqual(['火锅', '川味', '烧烤'])
  })

  it('checks codes against their position', async () => {
    const check = (query: object) => codeOf(admin.categories.checkCode({ query }))
    expect(await check({ pid: id.美食, code: 'A01A09' })).toBe('done')
    expect(await check({ pid: id.美食, code: 'B01' })).toBe('categories.codeForm')
    expect(await check({ pid: id.美食 })).toBe('categories.codeRequired')
    expect(await check({ code: 'Z01' })).toBe('done')
    expect(await codeOf(admin.categories.loadOne({ query: { field: 'code', val: "' or 1=1" } }))).toBe(
      'common.recordNotFound',
    )
    expect(await codeOf(admin.categories.loadOne({ query: { field: 'pid; --' as 'id', val: 'x' } }))).toBe(
      'common.invalidInput',
    )
  })

  it('is renamed, and removed with all descendants', async () => {
    await admin.categories.edit({ body: { id: id.火锅 ?? '', name: '川渝火锅' } })
    await admin.categories.edit({ body: { id: id.火锅 ?? '' } })
    expect((await admin.categories.queryById({ query: { id: id.火锅 ?? '' } })).result.name).toBe('川渝火锅')
    expect(
      await codeOf(admin.categories.add({ body: { name: '空', pid: '01900000-0000-7000-8000-00000000dead' } })),
    ).toBe('common.recordNotFound')
    expect(await codeOf(admin.categories.deleteBatch({ query: { ids: `${id.运动},${crypto.randomUUID()},` } }))).toBe(
      'common.recordNotFound',
    )
    await admin.categories.delete({ query: { id: id.美食 ?? '' } })
    expect((await admin.categories.rootList({ query: {} })).result.records).toMatchObject([{ name: '运动' }])
    expect(await codeOf(admin.categories.queryById({ query: { id: id.川味 ?? '' } }))).toBe('common.recordNotFound')
  })
})
