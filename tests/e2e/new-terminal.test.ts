import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PrinterSink, startPrinterSink } from '#tests/support/escpos/index.ts'
import { signInPage } from './pages/sign-in.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { pressAt } from './support/focus.ts'
import { swipeAsKeys } from './support/keyboard-reader.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'

// The first minutes of a new terminal, from the server's address to the counter.
let server: VenueServer
let printer: PrinterSink
let counter: Counter

cleanUpPages()
beforeAll(async () => {
  ;[server, printer] = await Promise.all([startVenue(), startPrinterSink()])
  counter = await startCounter({ serverUrl: '', settings: { station: { setUp: false } } })
})
afterAll(async () => {
  await counter?.remove()
  await Promise.all([server?.remove(), printer?.close()])
})

it("the assistant leads a new terminal from the server's address to a counter that reads, prints and works offline", async () => {
  const { page, screen } = counter
  const address = page.getByLabel(t('settings.serverUrl'))
  await address.fill(server.url)
  await pressAt(address, 'Enter')
  await page.getByText(t('login.server', { address: server.url })).waitFor()
  await signInPage(page).signIn('manager')
  await signInPage(page).store('极速卡丁·滨江店').press('Enter')
  await page.getByRole('heading', { name: t('setup.title') }).waitFor()
  const next = page.getByRole('button', { name: t('setup.next') })

  // Open steps are not shown as done.
  await page.getByRole('button', { name: t('setup.skip') }).waitFor()
  await page.getByRole('button', { name: t('settings.enrol') }).press('Enter')
  await page.getByText(t('settings.enrolled')).waitFor()
  await next.press('Enter')

  const swipe = page.getByTestId('first-swipe')
  await shows(swipe, t('setup.waitSwipe'))
  await swipeAsKeys(page, '0004829731')
  await shows(swipe, '0004829731')
  await next.press('Enter')

  await page.getByLabel(t('settings.printer.transport')).click()
  await page.getByTitle(t('settings.transport.tcp'), { exact: true }).click()
  await page.getByLabel(t('settings.printer.address')).fill(printer.host)
  await page.getByLabel(t('settings.printer.port')).fill(String(printer.port))
  // One press saves the input and prints with it.
  await page.getByRole('button', { name: t('settings.testPrint') }).press('Enter')
  await printer.waitForJob(1)
  await shows(page.getByTestId('test-print'), t('print.outcome.printed'))
  await next.press('Enter')

  for (const done of ['enrolled', 'read', 'printed'] as const) await page.getByText(t(`setup.ready.${done}`)).waitFor()
  await page.getByRole('button', { name: t('setup.toCounter') }).press('Enter')
  await screen.ready()
  await until(async () =>
    expect(await counter.ask('app:settings.read')).toMatchObject({
      serverUrl: server.url,
      printer: { transport: 'tcp', port: printer.port },
      station: { setUp: true },
    }),
  )
})
