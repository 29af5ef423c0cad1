import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser
let page: Page
let list: ReturnType<typeof crudPage>

const PATH = '/modules/message/sysMessageTemplateList'
const PLAYS = '/playbeforepay/sysPlayBeforePayList'
/** A name in the braces of a variable. */
const hole = (name: string) => ['$', `{${name}}`].join('')

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'manager2', PATH)
  list = crudPage(page)
  await list.add.waitFor()
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

async function add(code: string, title: string, content: string): Promise<void> {
  await list.add.click()
  await list.field('模板编码').fill(code)
  await list.field('模板标题').fill(title)
  await list.field('模板内容').fill(content)
  await list.save()
  await list.row(code).waitFor()
}

describe('message templates', () => {
  it('have the columns of the specification', async () => {
    const titles = ['#', '模板编码', '模板标题', '模板内容', '模板类型', '操作']
    await until(async () => expect((await list.headers()).filter(Boolean)).toEqual(titles))
  })

  it('are added in a dialog of 800 px, which shows what is missing', async () => {
    await list.add.click()
    await until(async () => expect((await list.dialog.boundingBox())?.width).toBe(800))
    await list.save()
    await until(async () => expect(await list.problem.allTextContents()).toEqual(['请填写模板编码', '请填写模板标题']))
    await list.field('模板编码').fill('has spaces')
    await shows(list.problem.first(), '模板编码只能用字母')
    await list.field('模板编码').fill('late.start')
    await list.field('模板标题').fill('晚点通知')
    expect(await list.field('模板内容').getAttribute('rows')).toBe('8')
    await list.field('模板内容').fill(`${hole('name')}，您预约的场次将晚点约十五分钟开始，抱歉`)
    await list.save()
    await shows(list.notice, '添加成功！')
    // 25 characters, then dots.
    await shows(list.row('late.start'), `${hole('name')}，您预约的场次将晚点约十五分钟开始，...`)
  })

  it('use the rich editor for mail and system messages, and plain text for others', async () => {
    await list.add.click()
    await list.field('模板编码').fill('mail.offer')
    await list.field('模板标题').fill('优惠')
    await list.field('模板内容').fill('周末八折')
    await list.choose('模板类型', '邮件')
    const editor = list.dialog.locator('.tiptap')
    await shows(editor, '周末八折')
    await editor.press('ControlOrMeta+a')
    await list.dialog.getByRole('button', { name: '加粗' }).click()
    await until(async () => expect(await editor.innerHTML()).toContain('<strong>周末八折</strong>'))
    await list.save()
    await shows(list.row('mail.offer'), '周末八折')
    const token = await server.signIn('manager2')
    const found = await server.call<{ result: { records: { templateContent: string }[] } }>(
      token,
      '/message/sysMessageTemplate/list?templateCode=mail.offer',
    )
    expect(found.result.records[0]?.templateContent).toContain('<strong>周末八折</strong>')
    await list.act('mail.offer', '编辑')
    await list.choose('模板类型', '短信')
    await until(async () => expect(await list.field('模板内容').inputValue()).toBe('周末八折'))
    await list.leave()
  })

  it("refuse a duplicate code with the server's message, and keep the input", async () => {
    await list.add.click()
    await list.field('模板编码').fill('late.start')
    await list.field('模板标题').fill('再来一次')
    await shows(list.problem.first(), '该值不可用，系统中已存在！')
    await list.save()
    expect(await list.field('模板标题').inputValue()).toBe('再来一次')
    await list.leave()
  })

  it("are not lost by the browser's Back: it closes an empty dialog, and asks over a filled one", async () => {
    await list.add.click()
    await shows(list.dialog, '新增消息模板')
    await page.goBack()
    await page.locator('.ant-modal:visible').waitFor({ state: 'detached' })
    await list.add.click()
    await list.field('模板标题').fill('还没写完')
    await page.goBack()
    const question = page.locator('.ant-modal-confirm')
    await question.getByRole('button', { name: '继续填写' }).click()
    expect(await list.field('模板标题').inputValue()).toBe('还没写完')
    await page.goBack()
    await question.getByRole('button', { name: '放弃' }).click()
    await page.locator('.ant-modal:visible').waitFor({ state: 'detached' })
    expect(page.url()).toContain(PATH)
  })

  it('are not left by a late history step of the previous form', async () => {
    await list.add.click()
    await list.field('模板标题').fill('先前的')
    await page.evaluate(() => {
      const back = history.back.bind(history)
      history.back = () => {
        history.back = back
        addEventListener('late', back, { once: true })
      }
    })
    await list.leave()
    const before = await page.evaluate(() => history.state.pitlaneDialog)
    await list.add.click()
    await list.field('模板标题').fill('还在写')
    await page.evaluate(() => dispatchEvent(new Event('late')))
    // It has its own history entry after that, and no question was asked.
    await page.waitForFunction((left) => ![left, undefined].includes(history.state?.pitlaneDialog), before)
    const question = page.locator('.ant-modal-confirm')
    expect(await question.count()).toBe(0)
    await page.goBack()
    await question.getByRole('button', { name: '继续填写' }).click()
    await until(async () => expect(await question.count()).toBe(0))
    expect(await list.field('模板标题').inputValue()).toBe('还在写')
    await list.leave()
  })

  it('keep their code when edited', async () => {
    await list.act('late.start', '编辑')
    expect(await list.field('模板编码').isDisabled()).toBe(true)
    await list.field('模板标题').fill('延误通知')
    await list.save()
    await shows(list.notice, '更新成功！')
    await shows(list.row('late.start'), '延误通知')
  })

  it('are searched by typed text, and the search is restored on return', async () => {
    await list.search.getByLabel('模板标题').fill('延误')
    await list.query.click()
    await until(async () => expect(await list.rows.count()).toBe(1))
    await list.expand.click()
    expect(await list.search.getByRole('combobox').count()).toBe(1)
    await page.goto(`${server.url}/#/isystem/position`)
    await page.getByRole('heading', { name: '职务管理' }).waitFor()
    await page.goto(`${server.url}/#${PATH}`)
    await until(async () => expect(await list.search.getByLabel('模板标题').inputValue()).toBe('延误'))
    await until(async () => expect(await list.rows.count()).toBe(1))
    await list.reset.click()
    await until(async () => expect(await list.rows.count()).toBeGreaterThan(1))
  })

  it('are sent to a user as a test', async () => {
    await list.act('late.start', '发送测试')
    await list.dialog.getByRole('button', { name: '发送', exact: true }).click()
    await shows(list.problem.first(), '请填写接收方')
    await list.field('接收手机号').fill('13800138000')
    await list.field('测试数据').fill('{"name":"小王"}')
    await list.field('接收手机号').press('Enter')
    await shows(list.notice, '发送消息任务添加成功！')
  })

  const preview = () => page.locator('.pl-import')
  const look = async (name: string, buffer: Buffer) => {
    await page.getByRole('button', { name: /导入$/ }).click()
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await preview().locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }

  it('are exported and imported as a workbook, and deleted together', async () => {
    await add('bulk.one', '批量一', '一')
    await add('bulk.two', '批量二', '二')
    await list.check('bulk.one')
    await list.check('bulk.two')
    await shows(list.selection, '已选 2 条')
    const [file] = await Promise.all([page.waitForEvent('download'), list.exportButton.click()])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    const saved = await file.path()
    expect((await readFile(saved)).subarray(0, 2).toString()).toBe('PK')

    await list.selection.getByRole('button', { name: '批量删除' }).click()
    await list.confirm()
    await until(async () => expect(await list.row('bulk.').count()).toBe(0))
    await until(async () => expect(await list.selection.count()).toBe(0))

    await look('templates.xlsx', await readFile(saved))
    await shows(preview(), '可导入 2 行')
    expect(await list.row('bulk.').count()).toBe(0)
    await preview().getByRole('button', { name: '导入 2 行' }).click()
    await until(async () => expect(await list.row('bulk.').count()).toBe(2))
  })

  it('import nothing where a workbook has errors, and show the row and reason', async () => {
    await list.check('bulk.one')
    await list.check('bulk.two')
    const [file] = await Promise.all([page.waitForEvent('download'), list.exportButton.click()])
    // Both codes exist already.
    await look('again.xlsx', await readFile(await file.path()))
    await shows(preview(), '有问题 2 行')
    expect(await preview().locator('.pl-import-refused li').allTextContents()).toEqual([
      expect.stringMatching(/^第 \d+ 行.+/),
      expect.stringMatching(/^第 \d+ 行.+/),
    ])
    expect(await preview().getByRole('button', { name: '导入 0 行' }).isDisabled()).toBe(true)
  })
})

describe('the bell', () => {
  it('shows a notice at once, marks it as read and links to its task', async () => {
    await server.call(await server.signIn('manager2'), '/sys/sysAnnouncementSend/readAll', {})
    const page = await browser.openSignedIn(server, 'manager2')
    await page.getByRole('button', { name: t('notice.bell'), exact: true }).waitFor()
    const token = await server.signIn('admin')
    await server.call(token, '/sys/annountCement/add', {
      titile: '周六延长营业',
      msgContent: '<p>安排晚班</p>',
      priority: 'H',
      msgCategory: '1',
      msgType: 'ALL',
      openType: 'url',
      openPage: PLAYS,
    })
    const { result } = await server.call<{ result: { records: { id: string }[] } }>(token, '/sys/annountCement/list')
    await server.call(token, `/sys/annountCement/doReleaseData?id=${result.records[0]?.id}`)
    await page.getByRole('button', { name: t('notice.unread', { count: 1 }) }).click()
    await page.getByRole('button', { name: /周六延长营业/ }).click()
    const dialog = page.getByRole('dialog').filter({ hasText: '安排晚班' })
    await shows(dialog, t('notice.priority.H'))
    await dialog.getByRole('button', { name: t('notice.goHandle') }).click()
    await until(() => expect(page.url()).toContain(PLAYS))
    await page.getByRole('button', { name: t('notice.bell'), exact: true }).waitFor()
  })
})
