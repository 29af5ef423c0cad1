import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { pressAt, stepBy } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

interface Node {
  id: string
  key: string
  title: string
  menuType: number
  perms: string
  parentId: string | null
  children?: Node[] | null
}

let server: VenueServer
let browser: WebBrowser
let page: Page
let list: ReturnType<typeof crudPage>
let token: string

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  page = await browser.openSignedIn(server, 'admin', '/isystem/user')
  list = crudPage(page)
  await list.add.waitFor()
  token = await server.signIn('admin')
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

/** Waits until saving has closed the form; a filled form asks before it is left. */
async function go(path: string): Promise<void> {
  await until(async () => expect(await page.locator('.ant-modal:visible').count()).toBe(0))
  // The form removes its history entry a moment later, which would undo an earlier navigation.
  await until(async () => expect(await page.evaluate(() => history.state?.pitlaneDialog)).toBeUndefined())
  await page.goto(`${server.url}/#${path}`)
}
const asked = async <T>(path: string): Promise<T> => (await server.call<{ result: T }>(token, path)).result
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const drawer = () => page.locator('.ant-drawer-content-wrapper:visible').last()
const treeNode = (within: ReturnType<typeof drawer>, title: string) =>
  // The text after the title is in the same line.
  within.locator('.ant-tree-treenode').filter({ hasText: new RegExp(`^\\s*${title}(\\s|$)`) })
/** Presses Esc once no dialog covers the drawer; a closing dialog may consume a first Esc. */
async function closeDrawer(): Promise<void> {
  await until(async () => expect(await page.locator('.ant-modal:visible').count()).toBe(0))
  await until(async () => {
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden', timeout: 2000 })
  })
}

describe('roles of a store', () => {
  const store = '极速卡丁·滨江店'
  const role = () => list.row('早班组长')
  const ruleName = '只看自己建的'

  beforeAll(async () => {
    const menus = flat(await asked<Node[]>('/sys/permission/list'))
    const positions = menus.find(({ perms }) => perms === 'position:list')
    const rule = { ruleName, ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}', status: '1' }
    await server.call(token, '/sys/permission/addPermissionRule', { ...rule, permissionId: positions?.id })
  })

  it('are added to the store, and show what to do first where it has no permissions to grant', async () => {
    await go('/isystem/departRole')
    await treeNode(page.locator('.pl-beside'), store).click()
    await page.getByRole('heading', { name: store }).waitFor()
    // The store is still chosen on return.
    await go('/isystem/position')
    await page.getByRole('heading', { name: '职务管理' }).waitFor()
    await go('/isystem/departRole')
    await page.getByRole('heading', { name: store }).waitFor()
    await list.add.click()
    await list.field('角色编码').fill('early-shift')
    await list.field('角色名称').fill('早班组长')
    await list.save()
    await shows(list.notice, '添加成功！')
    await list.act('早班组长', '授权')
    await shows(drawer(), '先在“门店权限”里选择')
    await closeDrawer()
  })

  it('grant what the store may grant, with its data rules', async () => {
    const allow = async () => {
      const word = drawer().getByRole('searchbox')
      await word.fill('查看职务')
      const node = treeNode(drawer(), '查看职务')
      await node.locator('.ant-tree-checkbox').click()
      await drawer().getByRole('button', { name: '保存' }).click()
      await shows(list.notice, '保存成功')
      await until(async () => expect(await page.locator('.ant-drawer-content-wrapper:visible').count()).toBe(0))
    }
    const bind = async () => {
      await drawer().getByRole('searchbox').fill('查看职务')
      await treeNode(drawer(), '查看职务').getByRole('button', { name: '数据规则' }).click()
      await list.dialog.getByRole('checkbox', { name: ruleName }).check()
      await list.dialog.getByRole('button', { name: '保存' }).click()
      await closeDrawer()
    }
    await page.getByRole('button', { name: '门店权限' }).click()
    await allow()
    await page.getByRole('button', { name: '门店权限' }).click()
    await bind()
    await list.act('早班组长', '授权')
    await allow()
    await list.act('早班组长', '授权')
    await bind()
    const [bound] = await server.query<{ name: string }>(
      `select rule.rule_name as name from store_role_rule bound join permission_rule rule on rule.id = bound.rule_id`,
    )
    expect(bound?.name).toBe(ruleName)
  })

  it('are assigned to users of the store and removed', async () => {
    const [cashier] = await asked<{ records: { id: string }[] }>('/sys/user/list?username=cashier').then(
      (r) => r.records,
    )
    const rolesNow = () => asked<unknown[]>(`/sys/sysDepartRole/getDeptRoleByUserId?userId=${cashier?.id}`)
    const person = () =>
      drawer()
        .getByRole('row')
        .filter({ has: page.getByText('cashier', { exact: true }) })
    await role().waitFor()
    await page.getByRole('button', { name: '员工', exact: true }).click()
    await person().getByRole('button', { name: '分配角色' }).click()
    await list.dialog.getByRole('checkbox', { name: '早班组长' }).check()
    await list.save()
    await until(async () => expect(await rolesNow()).toHaveLength(1))
    await until(async () => expect(await page.locator('.ant-modal:visible').count()).toBe(0))
    await person().getByRole('button', { name: '分配角色' }).click()
    await list.dialog.getByRole('checkbox', { name: '早班组长', checked: true }).uncheck()
    await list.save()
    await until(async () => expect(await rolesNow()).toHaveLength(0))
    await closeDrawer()
  })
})

describe('menus', () => {
  it('move below another one, but not below themselves', async () => {
    await go('/isystem/permission')
    const menus = () => asked<Node[]>('/sys/permission/list').then(flat)
    const target = (await menus()).find(({ title }) => title === '消息中心')
    await page.getByRole('searchbox').fill('职务管理')
    await treeNode(page.locator('.pl-beside'), '职务管理').click()
    await page.getByRole('button', { name: '编辑' }).click()
    await list.field('上级').click()
    await list.dialog.getByText('消息中心', { exact: true }).waitFor()
    expect(await treeNode(list.dialog, '职务管理').count()).toBe(0)
    await treeNode(list.dialog, '消息中心').locator('.ant-tree-checkbox').click()
    await list.dialog.getByRole('button', { name: '确定' }).click()
    await list.save()
    await until(async () =>
      expect((await menus()).find(({ title }) => title === '职务管理')?.parentId).toBe(target?.id),
    )
  })
})

/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('announcements', () => {
  it('show their audience when edited, and take links in a dialog', async () => {
    const people = await asked<{ records: { id: string; realname: string }[] }>('/sys/user/list?username=cashier*')
    const [first] = people.records
    const body = { titile: '早会', msgContent: '<p>八点</p>', msgCategory: '1', priority: 'M', msgType: 'USER' }
    await server.call(token, '/sys/annountCement/add', { ...body, userIds: first?.id })
    await go('/isystem/annountCement')
    await list.act('早会', '编辑')
    await list.dialog.getByRole('button', { name: first?.realname ?? '?' }).click()
    await list.dialog.getByText('已选 1 条').waitFor()
    await list.dialog.getByRole('button', { name: '取消', exact: true }).click()
    const editor = page.locator('.tiptap')
    await editor.press('ControlOrMeta+a')
    await page.getByRole('button', { name: '链接' }).click()
    await list.dialog.getByLabel('链接地址').fill('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await shows(list.dialog.getByRole('alert'), 'https://')
    await list.dialog.getByLabel('链接地址').fill('pitlane.example/rota')
    await page.keyboard.press('Enter')
    await until(async () => expect(await editor.innerHTML()).toContain('href="https://pitlane.example/rota"'))
    // Written by another client without the picture that the form requires.
    await list.save()
    await shows(list.problem, '请填写首页图片')
    const buffer = Buffer.from(DOT, 'base64')
    await list.dialog.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer })
    await list.dialog.locator('.pl-upload-field img').waitFor()
    await list.save()
    const stored = '/sys/annountCement/list?titile=早会'
    await until(async () => {
      const { records } = await asked<{ records: { homeImage: string; msgContent: string; userIds: string }[] }>(stored)
      expect(records[0]?.homeImage).toMatch(/^announcement\//)
      expect(records[0]?.msgContent).toContain('href="https://pitlane.example/rota"')
      expect(records[0]?.userIds).toContain(first?.id)
    })
  })
})

describe('a list', () => {
  it('does not shift when its rows arrive, and moves between rows with the arrow keys', async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route(/\/sys\/dict\/list/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await go('/isystem/dict')
    const waiting = page.locator('.pl-crud-waiting')
    await waiting.waitFor()
    const place = () => page.locator('.ant-table-tbody').first().boundingBox()
    const before = await place()
    arrived.resolve()
    await list.rows.nth(9).waitFor()
    const after = await place()
    expect(after?.y).toBe(before?.y)
    expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(40)
    const names = list.rows.locator('.pl-crud-open')
    await names.first().focus()
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await stepBy(page, key)
    await pressAt(names.nth(1), 'Enter')
    await shows(drawer(), (await names.nth(1).textContent()) ?? '?')
    await closeDrawer()
    await page.unroute(/\/sys\/dict\/list/)
  })

  it('keeps the chosen columns', async () => {
    await page.getByRole('button', { name: '列设置' }).click()
    await page.getByRole('checkbox', { name: '创建时间' }).uncheck()
    await until(async () => expect(await list.headers()).not.toContain('创建时间'))
    await page.reload()
    await list.rows.first().waitFor()
    await until(async () => expect(await list.headers()).toContain('字典编码'))
    expect(await list.headers()).not.toContain('创建时间')
  })

  it('shows what to do where nothing was found', async () => {
    await list.search.getByLabel('字典编码').fill('no-such-code')
    await list.query.click()
    await page.getByRole('button', { name: '查看全部' }).click()
    await until(async () => expect(await list.rows.count()).toBe(10))
    expect(await list.search.getByLabel('字典编码').inputValue()).toBe('')
  })

  it('names the field where the server refuses a value', async () => {
    await page.route(/\/sys\/dict\/add/, (route) => route.continue({ postData: '{"dictName":"x","dictCode":"a b"}' }))
    await list.add.click()
    await list.field('中文名称').fill('区域')
    await list.field('英文名称').fill('Area')
    await list.field('字典编码').fill('area')
    await list.save()
    await until(async () =>
      expect(await list.problem.allTextContents()).toEqual(['字典编码：只能填写英文字母、数字和下划线']),
    )
    // One key press does not lose the input.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '继续填写' }).click()
    expect(await list.field('英文名称').inputValue()).toBe('Area')
    await list.leave()
  })

  it('shows an operation with its changes in words', async () => {
    await go('/isystem/log')
    await page.getByRole('search').getByRole('combobox').first().click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('操作日志', { exact: true }).click()
    // The earlier operations of this file fill more than one page of ten.
    await page.locator('.ant-pagination-options .ant-select').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('30 条/页', { exact: true }).click()
    await list.rows.nth(10).waitFor()
    await list.row('维护门店角色').locator('.pl-crud-open').last().click()
    await shows(drawer().getByRole('region', { name: '操作历史' }), '早班组长')
    await closeDrawer()
  })

  it('shows cards on a phone, also in a drawer', async () => {
    const small = await browser.openSignedIn(server, 'admin', '/isystem/dict', { size: phone })
    const cards = small.locator('.pl-crud-cards > li')
    await cards.first().getByRole('button', { name: '字典项' }).click()
    const items = small.locator('.ant-drawer:visible').locator('.pl-crud-cards > li')
    await items.first().waitFor()
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  })
})
