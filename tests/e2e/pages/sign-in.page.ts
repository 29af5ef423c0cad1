import type { Page } from 'playwright'
import { PASSWORD } from '#tests/e2e/support/built-server.ts'
import { inChinese, type Translate } from '#tests/e2e/support/texts.ts'

/** The sign-in of both builds. */
export function signInPage(page: Page, t: Translate = inChinese) {
  const username = page.getByLabel(t('login.username'), { exact: true })
  const password = page.getByLabel(t('login.password'), { exact: true })
  return {
    username,
    password,
    submit: page.getByRole('button', { name: t('login.submit'), exact: true }),
    failure: page.getByRole('alert'),
    offlineHint: page.getByText(t('login.offline')),
    async signIn(name: string, secret = PASSWORD) {
      await username.fill(name)
      await password.fill(secret)
      await password.press('Enter')
    },
    /** A store of the choice, with the text behind its name. */
    store: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }),
  }
}
