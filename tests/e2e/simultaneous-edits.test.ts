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
