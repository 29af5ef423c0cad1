import type { Page } from 'playwright'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

type Group = 'waiting' | 'refused' | 'sent' | 'dismissed'

/** The sync centre of the terminal. */
export function syncCentrePage(page: Page, t: Translate = inChinese) {
  return {
    async open(group: Group) {
      await page.getByRole('tab', { name: new RegExp(`^${t(`sync.${group}`)}`) }).click()
    },
    /** The starts of the open group, newest first. */
    items: page.getByRole('tabpanel').locator('li'),
    retry: page.getByRole('button', { name: t('sync.retry'), exact: true }),
    dismiss: page.getByRole('tabpanel').getByRole('button', { name: t('sync.dismiss'), exact: true }),
    dialog: page.getByRole('dialog'),
    async dismissWith(remark: string) {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(t('sync.remark')).fill(remark)
      await dialog.locator('.ant-btn-primary').click()
    },
    async goToCounter() {
      await page.getByRole('menuitem', { name: t('menu.counter') }).click()
    },
  }
}
