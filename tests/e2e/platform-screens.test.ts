import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'admin', '/dashboard/monitor')
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const open = (path: string) => page.goto(`${server.url}/#${path}`)

describe('the platform administrator', () => {
  it('sees the last hour, and the last figures while the network is away', async () => {
    const chart = page.getByRole('figure').filter({ hasText: '请求数' })
    await chart.getByRole('row').nth(1).waitFor({ state: 'attached' })
    await page.route('**/monitor/history*', (route) => route.abort())
    await page.getByRole('alert').getByRole('button', { name: '重试' }).waitFor()
    expect(await chart.count()).toBe(1)
    await page.unroute('**/monitor/history*')
    await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })

  it('opens each monitor', async () => {
    for (const [path, text] of [
      ['/monitor/JvmInfo', '已使用的堆内存'],
      ['/monitor/TomcatInfo', '客户端的连接数'],
      ['/monitor/SystemInfo', '处理器数量'],
      ['/monitor/redis/info', 'PostgreSQL 版本'],
      ['/monitor/Disk', '数据目录'],
      ['/monitor/HttpTrace', '/api/'],
    ] as const) {
      await open(path)
      await page.locator('.pl-monitor').getByText(text).first().waitFor()
    }
  })

  it('prints all rows that a filter matches, and what was asked, without controls', async () => {
    await open('/isystem/dict')
    const list = crudPage(page)
    await list.rows.nth(9).waitFor()
    await list.search.getByLabel('字典编码').fill('e')
    await list.query.click()
    await list.rows.nth(9).waitFor()
    await page.emulateMedia({ media: 'print' })
    // A headless browser has no printer, and tells nobody that it prints.
    await page.evaluate(() => Object.assign(window, { print: () => window.dispatchEvent(new Event('beforeprint')) }))
    await page.keyboard.press('Control+p')
    const paper = page.locator('.pl-printed-rows')
    await paper.locator('tbody tr').nth(10).waitFor()
    const total = Number(/\d+/.exec((await paper.locator('p').textContent()) ?? '')?.[0])
    expect(await paper.locator('tbody tr').count()).toBe(total)
    await shows(page.locator('.pl-print-line'), '字典编码: e')
    for (const control of ['.ant-layout-sider', '.pl-page-tools', '.pl-crud-tools', '.pl-crud-table']) {
      expect(await page.locator(control).first().isVisible(), control).toBe(false)
    }
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    await paper.waitFor({ state: 'detached' })
  })

  it('takes a deletion back, with the button of its notice', async () => {
    await open('/isystem/position')
    const list = crudPage(page)
    await list.add.click()
    await list.field('职务编码').fill('undone')
    await list.field('职务名称').fill('撤销员')
    await list.save()
    await list.act('undone', '删除')
    await list.confirm()
    await list.row('undone').waitFor({ state: 'detached' })
    await list.notice.getByRole('button', { name: '撤销' }).click()
    await list.row('undone').waitFor()
  })

  it('adds a fill rule by its pattern, and sees what it would give', async () => {
    await open('/isystem/fillRule')
    const list = crudPage(page)
    await list.row('org_num_role').waitFor()
    await list.add.click()
    await list.field('规则名称').fill('失物编号')
    await list.field('规则编码').fill('lost_property')
    await list.choose('规则类型', '自定义格式')
    await list.field('格式').fill('LP{yyyy}{seq')
    await list.save()
    await shows(list.problem.first(), '无法识别')
    await list.field('格式').fill('LP{yyyy}-{seq:3}')
    await list.save()
    await list.row('lost_property').waitFor()
    await list.act('lost_property', '测试')
    await shows(page.locator('.ant-modal-confirm'), `LP${new Date().getFullYear()}-001`)
    await page.locator('.ant-modal-confirm').getByRole('button').click()
  })

  it('adds an example, and reads of what its page is made', async () => {
    await open('/jeecg/jeecgDemoList')
    const list = crudPage(page)
    await list.row('示例一').waitFor()
    await page.getByRole('heading', { name: '这个页面由什么组成' }).waitFor()
    await list.add.click()
    await list.field('姓名').fill('示例四')
    await list.choose('性别', '女')
    await list.save()
    await list.row('示例四').waitFor()
  })

  it('is told why a data source does not work', async () => {
    await open('/isystem/dataSource')
    const list = crudPage(page)
    await list.add.click()
    await list.field('数据源编码').fill('other')
    await list.field('数据源名称').fill('另一个')
    await list.field('数据源地址').fill('postgresql://127.0.0.1/x')
    await list.field('用户名').fill('reader')
    await list.dialog.getByRole('button', { name: '测试连接' }).click()
    await until(async () => expect(await page.locator('body').textContent()).toContain('它在内部网络中'))
    await list.save()
    await list.row('other').waitFor()
  })
})
