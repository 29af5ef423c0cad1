import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { PATIENCE_MS } from '#tests/support/until.ts'
import { type CounterPage, counterPage } from './pages/counter.page.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { hasFocus } from './support/focus.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'
import { startBrowser, type WebBrowser } from './support/web.ts'

const STORE = 'A01A01'
const MEMBER = '100001'
const ON_TERMINAL = '100002'
/** The models look at a picture in a quarter of a second here, and four times slower in CI. */
const SLOW_MS = 4 * PATIENCE_MS

let server: VenueServer
let browser: WebBrowser
let counter: Counter | undefined
let portrait: string

cleanUpPages()
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startVenue(), startBrowser()])
  portrait = (await readFile(new URL('./support/portrait.jpg', import.meta.url))).toString('base64')
  const manager = await server.signIn('manager')
  const change = <T>(path: string, body: object) => server.call<T>(manager, path, body, { 'Idempotency-Key': newId() })
  await change('/sys/selectDepart', { username: 'manager', orgCode: STORE })
  await change('/membermanage/sysAgreement/add', { kind: 'face', titleZh: '人脸同意书', contentZh: '只用来找到我' })
  const { result } = await server.call<{ result: { records: { id: string }[] } }>(
    manager,
    '/membermanage/sysAgreement/list',
  )
  await change('/membermanage/sysAgreement/publish', { id: result.records[0]?.id })
  await change('/sys/sysDepartSetting/edit', { orgCode: STORE, faceSearch: 'YES' })
})
afterAll(async () => {
  await counter?.remove()
  await Promise.all([server?.remove(), browser?.close()])
})

/**
 * Puts a portrait before the camera. A photograph stays as it is; of a head that turns, the middle of the face moves before its outline.
 */
const standBefore = (page: Page, isPhotograph: boolean): Promise<void> =>
  page.evaluate(
    async ({ portrait, isPhotograph }) => {
      const [width, height] = [640, 480]
      const picture = Object.assign(new Image(), { src: `data:image/jpeg;base64,${portrait}` })
      await picture.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const drawing = canvas.getContext('2d')
      if (!drawing) throw new Error('no canvas')
      drawing.drawImage(picture, 0, 0, width, height)
      const front = drawing.getImageData(0, 0, width, height)
      const turned = (shift: number): ImageData => {
        const image = drawing.createImageData(width, height)
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++) {
            const nearness = Math.exp(-(((x - width / 2) / 75) ** 2) - ((y - height / 2) / 95) ** 2)
            const from = Math.round(Math.min(width - 1, Math.max(0, x - shift * nearness)))
            for (let part = 0; part < 4; part++)
              image.data[4 * (y * width + x) + part] = front.data[4 * (y * width + from) + part] ?? 0
          }
        return image
      }
      const views = (isPhotograph ? [0] : [0, 20, 45, 20, 0, -20, -45, -20]).map(turned)
      let shown = 0
      setInterval(() => drawing.putImageData(views[shown++ % views.length] ?? front, 0, 0), 400)
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10)
    },
    { portrait, isPhotograph },
  )

const dialogOf = (page: Page) => page.locator('.ant-modal:visible').last()
const hintOf = (page: Page) => dialogOf(page).getByRole('status')
const noDialog = (page: Page) => until(async () => expect(await page.locator('.ant-modal:visible').count()).toBe(0))

async function openFace(page: Page) {
  await page.keyboard.press('i')
  await page.getByRole('button', { name: /^人\s?脸$/ }).click()
}

async function showMember(page: Page, screen: CounterPage, member: string) {
  await page.keyboard.press('F1')
  await hasFocus(screen.search)
  await page.keyboard.type(member, { delay: 120 })
  await page.keyboard.press('Enter')
  await shows(screen.member, member)
}

/** Takes the member off the screen; the details may still be closing. */
const withoutMember = (page: Page, screen: CounterPage, member: string) =>
  until(async () => {
    await page.keyboard.press('Escape')
    expect(await screen.member.filter({ hasText: member }).count()).toBe(0)
  })

/** The member on the screen signs, and is enrolled at the camera. */
async function enrol(page: Page, screen: CounterPage, member: string) {
  await openFace(page)
  await shows(dialogOf(page), t('face.notEnrolled'))
  await dialogOf(page)
    .getByRole('button', { name: t('face.enrol') })
    .click()
  await shows(dialogOf(page), '只用来找到我')
  const pad = await page.getByRole('img', { name: t('agreement.signHere') }).boundingBox()
  if (!pad) throw new Error('nothing to sign on')
  await page.mouse.move(pad.x + 40, pad.y + 40)
  await page.mouse.down()
  await page.mouse.move(pad.x + 160, pad.y + 80, { steps: 6 })
  await page.mouse.up()
  await standBefore(page, false)
  await dialogOf(page)
    .getByRole('button', { name: t('face.consent') })
    .click()
  await shows(dialogOf(page), '同意书第 1 版', SLOW_MS)
  await page.keyboard.press('Escape')
  await noDialog(page)
  await withoutMember(page, screen, member)
}

/** Finds the person before the camera, who the cashier confirms to be this member. */
async function findByFace(page: Page, screen: CounterPage, member: string) {
  await standBefore(page, false)
  await page.keyboard.press('f')
  const candidate = dialogOf(page).getByRole('button', { name: member })
  await candidate.waitFor({ timeout: SLOW_MS })
  await hasFocus(candidate)
  await page.keyboard.press('Enter')
  await noDialog(page)
  await shows(screen.member, member)
}

it('a guest agrees, is enrolled at the camera, is found and confirmed, and withdraws; a photograph is refused', async () => {
  const page = await browser.openSignedIn(server, 'cashier', '/counter')
  const screen = counterPage(page)
  await screen.ready()
  await showMember(page, screen, MEMBER)
  await enrol(page, screen, MEMBER)

  await standBefore(page, true)
  await page.keyboard.press('f')
  await shows(hintOf(page), t('face.hint.spoof'), SLOW_MS)
  await page.keyboard.press('Escape')
  await noDialog(page)
  await findByFace(page, screen, MEMBER)

  await openFace(page)
  await dialogOf(page)
    .getByRole('button', { name: t('face.withdraw') })
    .click()
  await page.locator('.ant-popconfirm').getByRole('button').last().click()
  await shows(dialogOf(page), t('face.notEnrolled'))
  await page.keyboard.press('Escape')
  await noDialog(page)
  await withoutMember(page, screen, MEMBER)
  await page.keyboard.press('f')
  await shows(dialogOf(page), t('face.noneFound'), SLOW_MS)
})

it('a terminal loads the models from its own files, and enrols and finds a guest with them', async () => {
  counter = await startCounter({ serverUrl: server.url, waitsForServer: true })
  await counter.signIn()
  const { page, screen } = counter
  await showMember(page, screen, ON_TERMINAL)
  await enrol(page, screen, ON_TERMINAL)
  await findByFace(page, screen, ON_TERMINAL)
})
