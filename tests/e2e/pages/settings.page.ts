import type { Page } from 'playwright'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

/** The settings of the terminal. */
export function settingsPage(page: Page, t: Translate = inChinese) {
  return {
    readerPath: page.getByLabel(t('settings.reader.path')),
    readerState: page.getByTestId('settings-reader-state'),
    printerState: page.getByTestId('settings-printer-state'),
    testSwipe: page.getByTestId('test-swipe'),
    save: page.getByRole('button', { name: t('action.save'), exact: true }),
    saved: page.getByText(t('settings.saved')),
    async goToCounter() {
      await page.getByRole('menuitem', { name: t('menu.counter') }).click()
    },
  }
}
