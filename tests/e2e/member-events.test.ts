import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese, inEnglish, type Translate } from './support/texts.ts'
import { phone, startBrowser, type WebBrowser } from './support/web.ts'

let server: VenueServer
let browser: WebBrowser

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
})
afterAll(async () => {
  await Promise.all([server?.remove(), browser?.close()])
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The events of the store on the phone of a demo member, in a language. */
async function openEvents(mobile: string, t: Translate, lang: 'zh-CN' | 'en'): Promise<Page> {
  const page = await browser.open(`${server.url}/m/A01A01#/events`, phone)
  await page.getByLabel(/手机号|Phone/).waitFor()
  if ((await page.locator('html').getAttribute('lang')) !== lang) await press(page, lang === 'en' ? 'English' : '中文')
  await page.getByLabel(t('memberPage.mobile')).fill(mobile)
  await press(page, t('memberPage.sendCode'))
  await until(async () => expect(await page.getByLabel(t('memberPage.captcha')).inputValue()).toMatch(/^\d{6}$/))
  await press(page, t('memberPage.signIn'))
  await page.getByRole('heading', { name: t('memberEvents.open') }).waitFor()
  return page
}

it('a member signs up on the phone with the fee held, and gives the place up again', async () => {
  const t = inChinese
  await server.query(`update event set remark = '自助晚餐和夜场卡丁车'
    where name = '会员之夜' and org_code = 'A01A01'`)
  const page = await openEvents('13800005555', t, 'zh-CN')
  const main = page.getByRole('main')
  const found = await accessibilityProblems(page)
  await page.getByRole('link', { name: /会员之夜/ }).click()
  await shows(main, /从余额中冻结 ¥15\.00/)
  found.push(...(await accessibilityProblems(page)))
  await press(page, t('memberEvents.signUp'))
  await shows(main, t('memberEvents.state.held'))
  const signUps = () =>
    server.query<{ state: string; operator_name: string }>(
      `select s.state, s.operator_name from event_sign_up s join event e on e.id = s.event_id and e.org_code = s.org_code
        where s.member_id = '100005' and e.name = '会员之夜'`,
    )
  expect(await signUps()).toEqual([{ state: 'preparing', operator_name: '闪电 100005' }])
  await press(page, t('memberEvents.cancel'))
  await shows(main, '冻结的 ¥15.00 立即全部释放。')
  found.push(...(await accessibilityProblems(page)))
  await press(page, t('memberEvents.cancelSure'))
  await shows(main, t('memberEvents.state.cancelled'))
  expect((await signUps())[0]?.state).toBe('cancelled')
  expect(found).toEqual([])
})

it('a member signs the agreement first, and finds the start list, in English', async () => {
  const t = inEnglish
  const name = '青少年驾驶训练营'
  await server.query(`update event set needs_agreement = true where name = '${name}' and org_code = 'A01A01'`)
  await server.query(`insert into agreement (id, org_code, kind, version, title_zh, content_zh, published_at, published_by, created_by, created_at)
    values (gen_random_uuid(), 'A01A01', 'safety', 99, '安全协议', '戴好头盔', now(), 'manager', 'manager', now())`)
  const page = await openEvents('13800001111', t, 'en')
  const main = page.getByRole('main')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  const pad = page.getByRole('img', { name: t('memberEvents.signHere') })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('there is nothing to sign on')
  await page.mouse.move(box.x + 40, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 160, box.y + 70, { steps: 5 })
  await page.mouse.up()
  const found = await accessibilityProblems(page)
  await press(page, t('memberEvents.agree'))
  await press(page, t('memberEvents.signUp'))
  await shows(main, t('memberEvents.state.successful'))
  await server.query(`with round as (
      insert into match_round (id, org_code, event_id, number, name, format, group_size, seed, drawn_at, created_at)
        select gen_random_uuid(), e.org_code, e.id, 1, 'Practice', 'practice', 8, 1, now(), now()
          from event e where e.name = '${name}' and e.org_code = 'A01A01' returning id, org_code, event_id),
    heat as (insert into match_group (round_id, org_code, number) select id, org_code, 1 from round returning round_id)
    insert into match_entry (id, org_code, round_id, group_number, grid, sign_up_id)
      select gen_random_uuid(), s.org_code, r.id, 1, s.number, s.id
        from round r join event_sign_up s on s.event_id = r.event_id and s.org_code = r.org_code`)
  await page.reload()
  await shows(main, t('memberEvents.startList'))
  await shows(main, t('memberEvents.you'))
  found.push(...(await accessibilityProblems(page)))
  expect(found).toEqual([])
})
