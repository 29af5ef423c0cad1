import { afterAll, beforeAll, expect, it } from 'vitest'
import { crudPage } from './pages/crud.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

// Two people change one thing at the same time: a form that was opened before saves only what was changed in it.
const STORE = 'A01A01'
let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const change = async (path: string, body: object) =>
  expect(await server.call(await server.signIn('hq'), path, body)).toMatchObject({ success: true })

it('a member’s remark leaves the experience that a ride has added meanwhile', async () => {
  const page = await browser.openSignedIn(server, 'manager', '/membermanage/sysMemberManageList?keyword=100001', {
    orgCode: STORE,
  })
  const list = crudPage(page)
  const member = () =>
    server.query<{ id: string; experience: number; remark: string }>(
      `select id, experience::integer, remark from member where org_code = $1 and phone = '13800001111'`,
      [STORE],
    )
  const [before = { id: '', experience: 0 }] = await member()
  await list.act('100001', t('crud.edit'))
  await list.field(t('member.remark')).waitFor()
  const exp = before.experience + 123
  await change('/membermanage/sysMemberManage/edit', { id: before.id, exp })
  await list.field(t('member.remark')).fill('对花生过敏')
  await list.save()
  await until(async () => expect(await member()).toEqual([{ id: before.id, experience: exp, remark: '对花生过敏' }]))
})

it('a rule’s new name leaves the price that another manager has changed', async () => {
  const page = await browser.openSignedIn(server, 'manager', '/consumerole/SysDepartConsumeRoleList', {
    orgCode: STORE,
  })
  const list = crudPage(page)
  const rule = (name: string) =>
    server.query<{ id: string; price: number }>(
      `select id, price::integer from consume_rule where org_code = $1 and name = $2`,
      [STORE, name],
    )
  const [{ id } = { id: '' }] = await rule('竞速八圈')
  await list.act('竞速八圈', t('crud.edit'))
  await list.field(t('consumeRule.name')).waitFor()
  await change('/consumerole/sysDepartConsumeRole/edit', { id, price: 61.5 })
  await list.field(t('consumeRule.name')).fill('竞速八圈（新）')
  await list.save()
  await until(async () => expect(await rule('竞速八圈（新）')).toEqual([{ id, price: 6150 }]))
})

it('a setting leaves the one that was changed elsewhere, and shows it', async () => {
  const page = await browser.openSignedIn(server, 'hq', '/isystem/storeSettings')
  const counter = page.getByRole('form', { name: t('storeSetting.group.counter') })
  const trials = counter.getByLabel(t('storeSetting.trialLimit'), { exact: true })
  await trials.waitFor()
  await change('/sys/sysDepartSetting/edit', { orgCode: STORE, trialLimit: 17 })
  const save = () => counter.getByRole('button', { name: t('action.save') }).click()
  await counter.getByLabel(t('storeSetting.hungOrderLimit'), { exact: true }).fill('9')
  await save()
  await until(async () => expect(await trials.inputValue()).toBe('17'))
  await shows(counter.getByRole('status'), t('storeSetting.saved'))
  await counter.getByLabel(t('storeSetting.hungOrderLimit'), { exact: true }).fill('8')
  await save()
  await until(async () =>
    expect(
      await server.query(
        'select hung_order_limit::integer as hung, trial_limit::integer as trials from store where org_code = $1',
        [STORE],
      ),
    ).toEqual([{ hung: 8, trials: 17 }]),
  )
})

it('providers and WeChat accounts keep what was changed elsewhere, and show it', async () => {
  const payments = await browser.openSignedIn(server, 'hq', '/payment/sysPaymentProvider')
  const wechatPay = payments.getByRole('form', { name: t('payments.provider.wechat') })
  const serial = wechatPay.getByLabel(t('paymentProvider.serial'), { exact: true })
  await serial.waitFor()
  await change('/payment/sysPaymentProvider/edit', {
    orgCode: STORE,
    provider: 'wechat',
    settings: { merchantId: '1900000009' },
  })
  await serial.fill('5157F09E')
  await wechatPay.getByRole('button', { name: t('paymentProvider.save') }).click()
  await until(async () =>
    expect(await wechatPay.getByLabel(t('paymentProvider.merchantId'), { exact: true }).inputValue()).toBe(
      '1900000009',
    ),
  )
  expect(
    await server.query(`select settings from payment_provider where org_code = $1 and provider = 'wechat'`, [STORE]),
  ).toMatchObject([{ settings: { merchantId: '1900000009', serial: '5157F09E' } }])

  const orgCode = 'A01'
  const given = { orgCode, provider: 'aliyun', enabled: false, settings: { keyId: 'LTAI' }, secret: '' }
  await change('/message/sysSmsProvider/edit', { ...given, templates: [] })
  const sms = await browser.openSignedIn(server, 'hq', '/message/sysSmsProvider')
  const keyId = sms.getByLabel(t('smsProvider.keyId'), { exact: true })
  await until(async () => expect(await keyId.inputValue()).toBe('LTAI'))
  const templates = [{ templateCode: 'mass.message', providerCode: 'SMS_1', params: [] }]
  await change('/message/sysSmsProvider/edit', { orgCode, templates })
  await keyId.fill('LTAI-2')
  await sms.getByRole('button', { name: t('action.save') }).click()
  await until(async () =>
    expect(await sms.getByLabel(t('smsProvider.providerCode'), { exact: true }).inputValue()).toBe('SMS_1'),
  )
  expect(await server.query('select settings, templates from sms_provider where org_code = $1', [orgCode])).toEqual([
    { settings: { keyId: 'LTAI-2' }, templates },
  ])

  const wechat = await browser.openSignedIn(server, 'hq', '/wechat/sysWechatAccount')
  const official = wechat.getByRole('form', { name: t('wechatAccount.kind.official') })
  const page = (target: 'store' | 'member') => official.getByLabel(t(`wechatAccount.${target}`), { exact: true })
  await page('store').waitFor()
  await change('/wechat/sysWechatAccount/edit', {
    orgCode,
    kind: 'official',
    pages: { store: 'https://x.example/shop' },
  })
  await page('member').fill('https://x.example/me')
  await official.getByRole('button', { name: t('wechatAccount.save') }).click()
  await until(async () => expect(await page('store').inputValue()).toBe('https://x.example/shop'))
  expect(
    await server.query(`select pages from wechat_account where org_code = $1 and kind = 'official'`, [orgCode]),
  ).toMatchObject([{ pages: { store: 'https://x.example/shop', member: 'https://x.example/me' } }])
})

it('a layout is not replaced by one that was edited from an older one', async () => {
  const page = await browser.openSignedIn(server, 'manager', '/terminal/sysPrintLayout', { orgCode: STORE })
  const editor = page.getByRole('tabpanel').filter({ has: page.getByRole('region', { name: t('layout.blocks') }) })
  const row = (zh: string) => ({ block: 'words', zh, en: '', align: 'center', bold: false, scale: 1 })
  const number = { block: 'value', field: 'number', align: 'center', bold: true, scale: 4 }
  const blocks = [row('别人的'), number, { block: 'marks' }]
  await editor.getByRole('button', { name: t('layout.add') }).click()
  await page.getByRole('menuitem', { name: t('layout.block.words') }).click()
  await change('/terminal/sysPrintLayout/edit', { orgCode: STORE, kind: 'queueTicket', blocks })
  await editor.getByLabel(t('layout.zh')).fill('我的')
  const save = editor.getByRole('button', { name: t('action.save') })
  await save.click()
  await shows(editor.getByRole('alert'), t('error.layouts.changed'))
  await editor.getByRole('button', { name: t('layout.undo') }).click()
  const words = editor.getByLabel(t('layout.zh'))
  await until(async () => expect(await words.inputValue()).toBe('别人的'))
  await words.fill('我们的')
  await save.click()
  await shows(editor.getByRole('status'), t('layout.saved'))
  const [stored] = await server.query<{ blocks: unknown[] }>(
    `select blocks from print_layout where kind = 'queueTicket' and org_code = $1`,
    [STORE],
  )
  expect(stored?.blocks[0]).toMatchObject(row('我们的'))
})
