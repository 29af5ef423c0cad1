import type { Locator, Page } from 'playwright'
import { textOf } from '#tests/e2e/support/shows.ts'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

/** The play records in the web admin. */
export function playRecordsPage(page: Page, t: Translate = inChinese) {
  const option = (name: string) => page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true })
  const rows = page.locator('.ant-table-tbody tr.ant-table-row')
  /** Chooses in a select, and moves the pointer away. */
  const choose = async (box: Locator, name: string) => {
    await box.click()
    await option(name).click()
    await page.mouse.move(0, 0)
  }
  /** The options of an open select. */
  const offered = async (): Promise<string[]> => {
    const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await options.first().waitFor()
    const names = await options.allTextContents()
    await page.keyboard.press('Escape')
    await options.first().waitFor({ state: 'hidden' })
    return names
  }
  const state = page.getByRole('combobox', { name: t('records.state') })
  const store = page.getByRole('combobox', { name: t('records.store') })
  return {
    rows,
    store,
    cards: page.locator('.pl-crud-cards > li'),
    total: page.locator('.ant-pagination-total-text'),
    empty: page.getByText(t('records.none')),
    keyword: page.getByRole('textbox', { name: t('records.keyword') }),
    search: page.getByRole('button', { name: t('action.search'), exact: true }),
    reset: page.getByRole('button', { name: t('action.reset'), exact: true }),
    row: (text: string) => rows.filter({ hasText: text }),
    sorter: (title: string) => page.getByRole('columnheader', { name: title, exact: false }),
    headers: () => page.locator('.ant-table-thead th').allTextContents(),
    /** The cells of one column, from the top. */
    async column(title: string): Promise<string[]> {
      const titles = await page.locator('.ant-table-thead th').allTextContents()
      const at = titles.indexOf(title)
      return rows.evaluateAll((all, index) => all.map((row) => row.children[index]?.textContent ?? ''), at)
    },
    async open(url: string) {
      await page.goto(`${url}/#/playbeforepay/SysPlayBeforePayList`)
    },
    chooseState: (name: string) => choose(state, name),
    chooseStore: (name: string) => choose(store, name),
    async stores(): Promise<string[]> {
      await store.click()
      return offered()
    },
    async pageSize(size: number) {
      await page.locator('.ant-pagination-options').getByRole('combobox').click()
      await page
        .locator('.ant-select-dropdown:visible')
        .getByText(new RegExp(`^${size} `))
        .click()
    },
    async pageSizes(): Promise<string[]> {
      await page.locator('.ant-pagination-options').getByRole('combobox').click()
      return offered()
    },
    turnTo: (number: number) => page.locator(`.ant-pagination-item-${number}`).click(),
    count: async () => Number((await textOf(page.locator('.ant-pagination-total-text'))).replaceAll(/\D/g, '')),
  }
}
