import type { Page } from 'playwright'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

export type CounterPage = ReturnType<typeof counterPage>

/** The counter (screens: the counter): panels, strip and bottom line. */
export function counterPage(page: Page, t: Translate = inChinese) {
  const who = page.getByRole('region', { name: t('counter.who'), exact: true })
  const what = page.getByRole('region', { name: t('counter.what'), exact: true })
  const where = page.getByRole('region', { name: t('counter.where'), exact: true })
  const connection = page.getByTestId('connection')
  const vehicle = (name: string) => where.locator(`[data-vehicle="${name}"]`)
  return {
    who,
    what,
    where,
    connection,
    vehicle,
    member: page.getByTestId('member-card'),
    outlook: page.getByTestId('outlook'),
    /** The notice of the last start, with the state of its ticket. */
    result: page.getByTestId('result'),
    reader: page.getByTestId('reader-state'),
    printer: page.getByTestId('printer-state'),
    /** The chosen vehicles. */
    chosenVehicle: where.locator('[data-vehicle][aria-pressed="true"]'),
    racer: what.getByLabel(t('racer.label')),
    remark: what.getByLabel(t('remark.label')),
    search: who.getByRole('textbox'),
    people: what.getByRole('group', { name: t('people.label') }).locator('output'),
    problem: page.locator('.pl-field-problem'),
    type: (name: string) =>
      what.getByRole('group', { name: t('type.label') }).getByRole('button', { name, exact: true }),
    rule: (name: string) => what.getByRole('button', { name: new RegExp(`^${name}`) }),
    payMode: (mode: 'wechat' | 'cash') =>
      what
        .getByRole('group', { name: t('guestPays.label') })
        .getByRole('button', { name: t(`tender.${mode}`), exact: true }),
    coupon: what.getByLabel(t('guestPays.coupon')),
    mode: (mode: 'circlemode' | 'timermode') =>
      what.getByRole('group', { name: t('mode.label') }).getByRole('button', { name: t(`mode.${mode}`), exact: true }),
    /** F4: starts a pending ride. */
    hang: page.getByRole('button', { name: /^(?:loading )?F4/ }),
    hung: page.getByRole('button', { name: /^F7/ }),
    refused: page.getByRole('button', { name: new RegExp(t('strip.refused', { count: '\\d+' })) }),
    recent: where.locator('.pl-recent li'),
    otherLanguage: page.getByRole('button', { name: t('language.other'), exact: true }),
    /** The ticket in the strip's notice, or nothing; the list below contains other starts too. */
    async startedTicket() {
      const [result = ''] = await page.getByTestId('result').allInnerTexts()
      return /^\s*((?:T\d+-|[A-Z])\d+) /.exec(result)?.[1] ?? ''
    },
    async ready() {
      await what.getByRole('group', { name: t('rule.label') }).waitFor()
    },
    async openMenu(item: string) {
      await page.getByRole('button', { name: t('nav.menu'), exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    /** Resets the counter for the next guest. */
    async clear() {
      await page.keyboard.press('Escape')
    },
  }
}
