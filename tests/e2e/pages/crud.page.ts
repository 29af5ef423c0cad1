import type { Locator, Page } from 'playwright'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

/** A page of a plain resource: search row, buttons, table, dialogs. */
export function crudPage(page: Page, t: Translate = inChinese) {
  const rows = page.locator('.ant-table-tbody tr.ant-table-row')
  const dialog = page.locator('.ant-modal:visible').last()
  const button = (name: string, within: Locator | Page = page) => within.getByRole('button', { name })
  return {
    rows,
    dialog,
    /** The server's success message. */
    notice: page.locator('.ant-message-notice').last(),
    row: (text: string) => rows.filter({ hasText: text }),
    headers: () => page.locator('.ant-table-thead th').allTextContents(),
    // An empty list has this button too.
    add: button(t('crud.add')).first(),
    search: page.getByRole('search'),
    query: button(t('action.search'), page.getByRole('search')),
    reset: button(t('action.reset'), page.getByRole('search')),
    expand: button(t('crud.expand')),
    exportButton: button(t('crud.export')),
    selection: page.locator('.pl-crud-selection'),
    act: (text: string, name: string) => button(name, rows.filter({ hasText: text })).click(),
    /** An action in the row's menu. */
    async actMore(text: string, name: string) {
      await button(t('crud.more'), rows.filter({ hasText: text })).click()
      await page.getByRole('menuitem', { name }).click()
    },
    check: (text: string) => rows.filter({ hasText: text }).getByRole('checkbox').check(),
    field: (name: string) => dialog.getByLabel(name, { exact: true }),
    /** The error below a field. */
    problem: dialog.locator('.ant-form-item-explain-error'),
    save: () => button(t('action.save'), dialog).click(),
    confirm: () =>
      page.locator('.ant-modal-confirm .ant-btn-primary, .ant-modal-confirm .ant-btn-dangerous').last().click(),
    /** Presses Esc and confirms that the input may be lost. */
    async leave() {
      await page.keyboard.press('Escape')
      await button(t('crud.leave'), page.locator('.ant-modal-confirm')).click()
      await page.locator('.ant-modal:visible').waitFor({ state: 'hidden' })
    },
    async choose(label: string, option: string) {
      await dialog.getByLabel(label, { exact: true }).click()
      await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
    },
  }
}
