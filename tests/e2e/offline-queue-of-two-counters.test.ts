import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '#shared/core/id.ts'
import { type Cuttable, cuttable } from '#tests/support/faults/cuttable.ts'
import { freePort } from '#tests/support/free-port.ts'
import { makeFolder, removeFolders, startTerminal, type TestTerminal } from '#tests/terminal/harness.ts'
import { fieldsOf } from '#tests/terminal/hub-store.ts'
import { accessibilityProblems } from './support/axe.ts'
import { startVenue, type VenueServer } from './support/built-server.ts'
import { type Counter, startCounter } from './support/counter.ts'
import { shows, until } from './support/shows.ts'
import { cleanUpPages } from './support/test-pages.ts'
import { inChinese as t } from './support/texts.ts'

const STORE = 'A01A01'

// A guest who was queued offline at one counter and rides from another.
let server: VenueServer
let counter: Counter
let neighbour: TestTerminal
/** The connection between the two counters. */
let way: Cuttable

beforeAll(async () => {
  server = await startVenue()
})
afterAll(() => server?.remove())
beforeEach(async () => {
  await server.query("update run set state = 'ENDED', ended_at = now() where state = 'RUNNING'")
  const port = await freePort()
  const settings = { terminalName: 'T1', prefix: 'T1', hub: { mode: 'serve', address: '', port } } as never
  neighbour = await startTerminal({ dir: await makeFolder(), serverUrl: server.url, settings })
  await neighbour.online()
  await neighbour.enrol(STORE)
  await neighbour.signIn()
  way = await cuttable(`http://127.0.0.1:${port}`)
  const hub = { mode: 'join' as const, address: new URL(way.url).host }
  counter = await startCounter({ serverUrl: server.url, settings: { terminalName: 'T2', prefix: 'T2', hub } })
  await counter.enrol()
  await counter.signIn()
  await neighbour.until(
    () => neighbour.handlers.connection.state({}),
    ({ hub: { members } }) => members === 1,
  )
})
afterEach(async () => {
  await counter?.remove()
  await neighbour?.close()
  way?.close()
  await removeFolders()
  await server.start()
})
// `afterEach` hooks run in reverse order: the screenshot is taken before the counter ends.
cleanUpPages()

const picture = async (name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (!folder) return
  for (const [width, height] of [
    [1024, 768],
    [1366, 768],
    [390, 844],
  ] as const) {
    await counter.page.setViewportSize({ width, height })
    await counter.page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
  await counter.page.setViewportSize({ width: 1366, height: 768 })
}

/** Queues guests at the other counter while offline. */
async function lineUp(...racers: string[]): Promise<void> {
  await server.stop()
  await neighbour.online(false)
  await until(async () => expect(await counter.screen.connection.getAttribute('data-online')).toBe('false'))
  const fields = { ...(await fieldsOf(neighbour, 0)), vehicleId: '' }
  for (const racer of racers) await neighbour.handlers.offlineQueue.join({ ...fields, id: newId(), racer })
}

const line = () => counter.page.getByRole('region', { name: t('line.title') })

it('an entry is taken over from the other counter with one click, and rides here once', async () => {
  const { page, screen } = counter
  await lineUp('闪电', '旋风')
  const places = line().getByRole('listitem')
  await until(async () => expect(await places.count()).toBe(2))
  await shows(places.first(), t('line.at', { at: 'T1' }))
  await picture('line-of-two')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.keyboard.press('l')
  await places.first().locator('[data-takes]:focus').waitFor()
  await page.keyboard.press('Enter')
  await shows(screen.who.locator('.pl-place-up'), t('line.onBoard', { ticket: 'T1-001', racer: '闪电' }))
  await picture('line-of-two-on-board')
  await neighbour.until(
    () => neighbour.handlers.offlineQueue.list({}),
    (list) => list[0]?.at?.name === 'T2' && list[1]?.at === null,
  )
  await page.keyboard.press('F5')
  await until(async () => expect(await places.count()).toBe(1))
  await shows(screen.result, 'T1-001')
  await neighbour.until(
    () => neighbour.handlers.offlineQueue.list({}),
    (list) => list.length === 1,
  )

  // The entries of an unreachable counter are hidden, because they cannot be taken over.
  await neighbour.close()
  await until(async () => expect(await places.count()).toBe(0))
})

it('an entry that arrives after the cashier has continued stays in the queue, and the input is kept', async () => {
  const { page, screen } = counter
  await lineUp('闪电')
  const place = line().getByRole('listitem')
  await shows(place, t('line.at', { at: 'T1' }))
  await page.keyboard.press('l')
  await place.locator('[data-takes]:focus').waitFor()
  way.hold()
  await page.keyboard.press('Enter')
  await screen.racer.fill('旋风')
  way.release()
  await until(async () => expect(await place.textContent()).not.toContain(t('line.at', { at: 'T1' })))
  await neighbour.until(
    () => neighbour.handlers.offlineQueue.list({}),
    (list) => list[0]?.at?.name === 'T2',
  )
  await shows(place, '闪电')
  expect([await screen.racer.inputValue(), await screen.who.locator('.pl-place-up').count()]).toEqual(['旋风', 0])
})
