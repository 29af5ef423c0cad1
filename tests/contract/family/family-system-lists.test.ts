import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/db/roles.ts'
import { testVenue } from '#tests/support/venue/test-venue.ts'
import { LIST } from './family-client.ts'
import { familySession, rowsOf } from './family-session.ts'

const { server } = await testVenue()
const hq = await familySession(server, 'hq')

beforeAll(async () => {
  const rows = [
    { code: 'P1', name: '店长', postRank: '1' },
    { code: 'P2', name: '副店长', postRank: '2' },
    { code: 'P3', name: '教练', postRank: '3' },
    { code: 'P4', name: '教练50%_', postRank: '3' },
    { code: 'P5', name: '收银', postRank: '' },
  ]
  for (const row of rows) {
    expect(await hq.post('/sys/position/add', row)).toMatchObject({
      success: true,
      message: '添加成功！',
      result: null,
    })
  }
  // One a day, from the 1st to the 5th of March 2026, at 10 in the morning.
  await withClient(server.database.ownerUrl, (owner) =>
    owner.query(`update job_position set created_at = ('2026-03-0' || right(code, 1) || ' 10:00:00+08')::timestamptz`),
  )
})

/** The codes that a query finds, in ascending order. */
const find = async (query: Record<string, string>): Promise<string> => {
  const answer = await hq.get('/sys/position/list', { ...LIST, column: 'code', order: 'asc', ...query })
  return rowsOf(answer)
    .map(({ code }) => code)
    .join(' ')
}
const superQuery = (tests: object[]) => encodeURI(JSON.stringify(tests))

describe('a list answers a client of the family', () => {
  it.each([
    ['a plain value', { name: '教练' }, 'P3'],
    ['*x*', { name: '*店长*' }, 'P1 P2'],
    ['*x', { name: '*店长' }, 'P1 P2'],
    ['x*', { name: '店*' }, 'P1'],
    ['x* with signs that mean something to LIKE', { name: '*50%*' }, 'P4'],
    ['signs of LIKE alone', { name: '*_*' }, 'P4'],
    ['a,b', { code: 'P1,P3' }, 'P1 P3'],
    ['a, as pickers send one', { code: 'P2,' }, 'P2'],
    [',a,b,', { name: ',副,收,' }, 'P2 P5'],
    ['!x', { postRank: '!3' }, 'P1 P2 P5'],
    ['> x', { code: '> P3' }, 'P4 P5'],
    ['>= x', { code: '>= P3' }, 'P3 P4 P5'],
    ['< x', { code: '< P2' }, 'P1'],
    ['<= x', { code: '<= P2' }, 'P1 P2'],
    ['gt x', { code: 'gt P4' }, 'P5'],
    ['ge x', { code: 'ge P5' }, 'P5'],
    ['lt x', { code: 'lt P2' }, 'P1'],
    ['le x', { code: 'le P1' }, 'P1'],
    ['_MultiString', { code_MultiString: 'P1,P5' }, 'P1 P5'],
    ['_begin and _end of a day', { createTime_begin: '2026-03-02', createTime_end: '2026-03-03' }, 'P2 P3'],
    ['_begin at a second', { createTime_begin: '2026-03-03 10:00:00' }, 'P3 P4 P5'],
    ['_end before a second', { createTime_end: '2026-03-03 09:59:59' }, 'P1 P2'],
    ['nothing', { name: '' }, 'P1 P2 P3 P4 P5'],
    ['two filters', { name: '*教练*', code: '!P3' }, 'P4'],
    ['a field that the list does not have', { nosuchfield: 'x' }, 'P1 P2 P3 P4 P5'],
  ])('by %s', async (_, query, codes) => {
    expect(await find(query)).toBe(codes)
  })

  it.each([
    ['eq', '教练', 'P3'],
    ['ne', '教练', 'P1 P2 P4 P5'],
    ['like', '店长', 'P1 P2'],
    ['left_like', '店长', 'P1 P2'],
    ['right_like', '店长', 'P1'],
    ['in', '教练,收银', 'P3 P5'],
  ])('by an advanced query with %s', async (rule, val, codes) => {
    expect(await find({ superQueryParams: superQuery([{ field: 'name', rule, val, type: 'string' }]) })).toBe(codes)
  })

  it('by an advanced query with comparisons, joined by AND or OR', async () => {
    const from = { field: 'code', rule: 'ge', val: 'P3' }
    const below = { field: 'code', rule: 'lt', val: 'P5' }
    const over = { field: 'code', rule: 'gt', val: 'P4' }
    const upTo = { field: 'createTime', rule: 'le', val: '2026-03-01', type: 'date' }
    expect(await find({ superQueryParams: superQuery([from, below]), superQueryMatchType: 'and' })).toBe('P3 P4')
    expect(await find({ superQueryParams: superQuery([over, upTo]), superQueryMatchType: 'or' })).toBe('P1 P5')
    // An additional filter narrows the result, however the query joins its parts.
    const narrowed = { superQueryParams: superQuery([over, upTo]), superQueryMatchType: 'or', name: '收银' }
    expect(await find(narrowed)).toBe('P5')
    const unknown = { superQueryParams: superQuery([{ field: 'password', rule: 'like', val: 'x' }]) }
    expect((await hq.get('/sys/position/list', unknown)).success).toBe(false)
  })

  it('in the requested order, also by a displayed text, and in the default order for an unknown column', async () => {
    const order = async (column: string, direction: string) =>
      rowsOf(await hq.get('/sys/position/list', { ...LIST, column, order: direction })).map(({ code }) => code)
    expect(await order('createTime', 'asc')).toEqual(['P1', 'P2', 'P3', 'P4', 'P5'])
    expect((await order('postRank_dictText', 'desc')).slice(0, 2).sort()).toEqual(['P3', 'P4'])
    for (const column of ['nosuchcolumn', 'code;drop table job_position', 'sysOrgCode', '']) {
      expect(await order(column, 'desc'), column).toEqual(['P5', 'P4', 'P3', 'P2', 'P1'])
    }
  })

  it('in pages, with the texts of dictionaries', async () => {
    const second = await hq.get('/sys/position/list', { ...LIST, order: 'asc', pageNo: 2, pageSize: 2 })
    expect(second).toMatchObject({ code: 0, result: { total: 5, size: 2, current: 2, pages: 3, searchCount: true } })
    const [third, fourth] = rowsOf(second)
    expect(third).toMatchObject({ code: 'P3', postRank: '3', createBy: 'hq', createTime: '2026-03-03 10:00:00' })
    expect(typeof third?.postRank_dictText).toBe('string')
    expect(fourth?.id).toEqual(expect.any(String))
    const [cash] = rowsOf(await hq.get('/sys/position/list', { code: 'P5' }))
    expect(cash?.postRank_dictText).toBeNull()
    const nonsense = { pageNo: 'x', pageSize: '-1' }
    expect((await hq.get('/sys/position/list', nonsense)).result).toMatchObject({ current: 1, size: 10, total: 5 })
    // A page size above the limit becomes the limit, and page 0 the first.
    const greedy = { pageNo: '0', pageSize: '100000' }
    expect((await hq.get('/sys/position/list', greedy)).result).toMatchObject({ current: 1, size: 200, total: 5 })
  })
})

describe('a plain resource of the family', () => {
  it('is edited, read, exported and deleted', async () => {
    const [row] = rowsOf(await hq.get('/sys/position/list', { code: 'P2' }))
    expect(await hq.put('/sys/position/edit', { ...row, name: '副店' })).toMatchObject({
      success: true,
      message: expect.stringMatching(/^(修改成功!|编辑成功!|更新成功！)$/),
      result: null,
    })
    expect((await hq.get('/sys/position/queryById', { id: String(row?.id) })).result).toMatchObject({ name: '副店' })
    const missing = { id: '01900000-0000-7000-8000-00000000dead' }
    expect(await hq.put('/sys/position/edit', { ...missing, name: 'x' })).toMatchObject({ message: '未找到对应实体' })
    expect(await hq.post('/sys/position/add', { code: 'P1', name: '重' })).toMatchObject({
      success: false,
      code: 500,
      message: '数据库中已存在该记录',
    })

    const selections = rowsOf(await hq.get('/sys/position/list', { code: 'P1,P2' })).map(({ id }) => id)
    const file = await hq.file('/sys/position/exportXls', { ...LIST, selections: selections.join(',') })
    expect(file.headers.get('content-type')).not.toContain('json')
    const workbook = await file.blob()
    // The export can be imported: two titles, one row of headings.
    const twice = await hq.upload('/sys/position/importExcel', workbook, 'position.xls')
    expect(twice).toMatchObject({ success: true, code: 201, message: '没有导入任何一行：文件中有错误。' })
    expect(twice.result).toMatchObject({
      totalCount: 2,
      errorCount: 2,
      successCount: 0,
      msg: '总上传行数：2，已导入行数：0，错误行数：2',
      fileUrl: expect.stringMatching(/^\/sys\/common\/static\//),
      fileName: expect.any(String),
    })
    expect((await hq.file(twice.result.fileUrl)).status).toBe(200)

    expect(await hq.delete('/sys/position/deleteBatch', { ids: `${selections.join(',')},` })).toMatchObject({
      success: true,
      message: expect.stringContaining('删除成功'),
    })
    expect(await hq.upload('/sys/position/importExcel', workbook, 'position.xls')).toMatchObject({
      success: true,
      message: '文件导入成功！数据行数：2',
    })
    const [again] = rowsOf(await hq.get('/sys/position/list', { code: 'P2' }))
    expect(await hq.delete('/sys/position/delete', { id: String(again?.id) })).toMatchObject({ message: '删除成功!' })
    expect(await hq.delete('/sys/position/delete', { id: String(again?.id) })).toMatchObject({
      message: '未找到对应实体',
    })
  })
})

describe('an upload of a client of the family', () => {
  it("is read in the .xls format of the family's servers", async () => {
    const file = await readFile(new URL('../../support/workbooks/positions.xls', import.meta.url))
    const answer = await hq.upload('/sys/position/importExcel', new Blob([file]), '职务.xls')
    expect(answer).toMatchObject({ success: true, message: '文件导入成功！数据行数：150' })
    const [row] = rowsOf(await hq.get('/sys/position/list', { code: 'X150' }))
    expect(row).toMatchObject({ name: 'Position 150 xx', postRank: '1' })
    const broken = await hq.upload('/sys/position/importExcel', new Blob([file.subarray(0, 3000)]), '职务.xls')
    expect(broken).toMatchObject({ success: false, message: expect.stringContaining('.xls') })
  })
})

describe('the category screen of a client of the family', () => {
  it('adds to a tree, shows and prunes it', async () => {
    const platform = await familySession(server, 'admin')
    const add = (name: string, pid?: string) => platform.post('/sys/category/add', { name, ...(pid ? { pid } : {}) })
    const one = async (name: string) => (await hq.get('/sys/category/loadOne', { field: 'name', val: name })).result
    expect((await hq.post('/sys/category/add', { name: '商品' })).code).toBe(510)
    expect(await add('商品')).toMatchObject({ message: '添加成功！' })
    const root = await one('商品')
    expect(root).toMatchObject({ pid: '0', code: 'A01', hasChild: '0' })
    await add('饮料', root.id)
    await add('头盔', root.id)
    expect(rowsOf(await hq.get('/sys/category/rootList', { ...LIST, pid: '0' }))).toMatchObject([
      { name: '商品', hasChild: '1' },
    ])
    const children = (await hq.get('/sys/category/childList', { pid: root.id })).result
    expect(children).toMatchObject([{ code: 'A01A01' }, { code: 'A01A02' }])

    const node = { key: root.id, title: '商品', value: root.id, code: 'A01', parentId: '0', leaf: false }
    expect((await hq.get('/sys/category/loadTreeRoot', { async: true, pcode: '0' })).result).toMatchObject([node])
    expect((await hq.get('/sys/category/loadTreeRoot', { async: false, pcode: 'A01' })).result).toHaveLength(2)
    expect((await hq.get('/sys/category/loadTreeChildren', { pid: root.id })).result).toHaveLength(2)
    for (const query of [{ pid: root.id }, { pcode: 'A01', condition: '' }]) {
      const titles = (await hq.get('/sys/category/loadTreeData', query)).result.map(
        (one: { title: string }) => one.title,
      )
      expect(titles).toEqual(['饮料', '头盔'])
    }
    const ids = children.map(({ id }: { id: string }) => id).join(',')
    expect((await hq.get('/sys/category/loadDictItem', { ids })).result).toEqual(['饮料', '头盔'])
    expect((await hq.get('/sys/category/loadAllData', { code: 'A01' })).result).toHaveLength(2)
    expect((await hq.get('/sys/category/checkCode', { pid: root.id, code: 'A01A09' })).success).toBe(true)
    expect((await hq.get('/sys/category/checkCode', { pid: root.id, code: 'B01' })).success).toBe(false)

    expect((await platform.put('/sys/category/edit', { ...root, name: '全部商品' })).success).toBe(true)
    expect((await platform.delete('/sys/category/deleteBatch', { ids: `${children[0].id},` })).success).toBe(true)
    expect(await platform.delete('/sys/category/delete', { id: root.id })).toMatchObject({ message: '删除成功!' })
    expect(rowsOf(await hq.get('/sys/category/rootList'))).toEqual([])
  })
})
