import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScanRouter } from '#main/features/card-reader/scan-router.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { openWedgeBrowser, type TimedKey, type WedgePage } from '#tests/support/browser/wedge-page.ts'
import { type Chance, chanceOf } from '#tests/walks/random.ts'

/** How many scans there are, and which: `SCAN_FLOOD=10000 SCAN_SEED=7` for a long one. */
const SCANS = Number(process.env.SCAN_FLOOD ?? 20)
const SEED = Number(process.env.SCAN_SEED ?? 1)
const PATIENCE = 240_000 + SCANS * 3000
/** Scans until the cashier begins a new form. */
const FORM = 40

/** Where the cashier is while something is scanned: fields, a dialog over them, and no field at all. */
const places = ['name', 'remark', 'start', 'coupon', 'ok'] as const
type Place = (typeof places)[number]
const inDialog: readonly Place[] = ['coupon', 'ok']
const isField = (place: Place): boolean => place !== 'start' && place !== 'ok'

let browser: Awaited<ReturnType<typeof openWedgeBrowser>>
beforeAll(async () => {
  browser = await openWedgeBrowser()
})
afterAll(() => browser?.close())

type Heard = Pick<Scan, 'kind' | 'value' | 'source'>

const digits = (chance: Chance, count: number): string => Array.from({ length: count }, () => chance.below(10)).join('')
const typedText = (chance: Chance, most: number): string =>
  Array.from({ length: chance.below(most + 1) }, () => chance.oneOf([...'abcxyz1380'])).join('')

function scanned(chance: Chance): Pick<Scan, 'kind' | 'value'> {
  const kinds = [
    { kind: 'memberCard', value: digits(chance, 10) },
    { kind: 'payCode', value: `13${digits(chance, 16)}` },
    { kind: 'coupon', value: `gc${digits(chance, 12)}` },
    { kind: 'staffBadge', value: `pb${digits(chance, 5)}` },
  ] as const
  return chance.oneOf(kinds)
}

/** Keys with the times of somebody who types, or of a reader. */
function keysAt(text: readonly string[], from: number, gap: () => number, held: (gap: number) => number): TimedKey[] {
  let at = from
  return text.map((key) => {
    const toNext = gap()
    const pressed = { key, at, held: held(toNext) }
    at += toNext
    return pressed
  })
}

/** Two keyboards that press one key at a time are one key to the computer: then somebody types another letter. */
const besides = (typed: readonly TimedKey[], swiped: readonly TimedKey[]): TimedKey[] =>
  typed.map((one) => {
    const isSame = swiped.some(({ key, at }) => key === one.key && at > one.at - 250 && at < one.at + 400)
    return isSame ? { ...one, key: 'w' } : one
  })

const goTo = (page: WedgePage['page'], place: Place): Promise<unknown> =>
  page.evaluate(`(() => {
    const isOver = ${inDialog.includes(place)}
    if (isOver && !dialog.open) dialog.showModal()
    if (!isOver && dialog.open) dialog.close()
    const there = document.getElementById('${place}')
    there.focus()
    if (there.setSelectionRange) there.setSelectionRange(there.value.length, there.value.length)
    for (const list of [seen.keys, seen.inputs]) list.length = 0
  })()`)

/** Somebody begins a new form. */
const emptyFields = (page: WedgePage['page']): Promise<unknown> =>
  page.evaluate(`for (const id of ${JSON.stringify(places.filter(isField))}) document.getElementById(id).value = ''`)

/** What is heard of a card that is swiped while an input method composes, which writes its text after it. */
async function composed(card: string, ofReader: () => number): Promise<string[]> {
  const { page, devtools, press, seen, settle } = await browser.openPage()
  await goTo(page, 'name')
  await devtools.send('Input.imeSetComposition', { text: card.slice(0, 4), selectionStart: 4, selectionEnd: 4 })
  await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
  const keys = keysAt([...card, 'Enter'], 0, ofReader, (gap) => gap / 2)
  const from = Date.now() - (keys.at(-1)?.at ?? 0)
  await press(
    keys.map((key) => ({ ...key, at: from + key.at })),
    true,
  )
  await devtools.send('Input.insertText', { text: card })
  await settle()
  const { scans } = await seen()
  await page.close()
  return scans
}

it(
  `hears each of ${SCANS} scans once, as what it is or as nobody’s, while somebody types, dialogs open, another reader reads and an input method composes`,
  async () => {
    const chance = chanceOf(SEED)
    const { page, press, seen, settle, valueIn } = await browser.openPage()
    const heard: Heard[] = []
    const expected: Heard[] = []
    let now = Date.now()
    const rules = { wedgeFormat: 'decimal10' as const, coupon: /^gc\d{12}$/, badge: /^pb\d{5}$/ }
    const router = createScanRouter({
      clock: { now: () => now },
      rules: () => rules,
      onScan: ({ kind, value, source }) => heard.push({ kind, value, source }),
    })
    const passOn = async (): Promise<void> => {
      const scans = await page.evaluate<string[]>('seen.scans.splice(0)')
      for (const value of scans) router.submit({ value, source: 'wedge' })
    }
    /** A reader of its own beside the keyboard's. */
    const readBeside = (value: string, isNew = true): void => {
      router.submit({ value, source: 'serial' })
      if (isNew) expected.push({ kind: 'memberCard', value, source: 'serial' })
    }
    let askedAgain = 0
    const texts: Record<string, string> = { name: '张三', remark: 'first line', coupon: 'A1' }

    for (let count = 0; count < SCANS; count++) {
      const step = `scan ${count} of seed ${SEED}`
      const place = chance.oneOf(places)
      // Long texts and long lists tell nothing more, and take their time.
      if (count % FORM === FORM - 1) {
        await emptyFields(page)
        for (const field of Object.keys(texts)) texts[field] = ''
      }
      await goTo(page, place)
      now += chance.between(1500, 4000)
      const { kind, value } = scanned(chance)
      const ofPerson = () => chance.between(90, 250)
      const [least, most] = chance.oneOf([
        [4, 16],
        [30, 45],
        [45, 60],
      ] as const)
      const ofReader = () => chance.between(least, most)
      const readerHolds = (gap: number) => gap / 2
      // Somebody types, and at any moment of it, between two keys or while one is held, the card is swiped.
      const text = keysAt([...typedText(chance, 7)], now, ofPerson, (gap) => chance.between(60, Math.min(140, gap - 5)))
      const from = now + chance.between(-300, 1500)
      const swiped = keysAt([...value, 'Enter'], from, ofReader, readerHolds)
      const typed = besides(text, swiped)
      now = Math.max(swiped.at(-1)?.at ?? now, typed.at(-1)?.at ?? now)

      if (chance.happens(0.2)) readBeside(digits(chance, 10))
      if (chance.happens(0.1)) {
        const card = digits(chance, 10)
        expect(await composed(card, ofReader), step).toEqual([card])
      }
      await press([...typed, ...swiped])
      await settle()
      await passOn()
      const wholeText = typed.map(({ key }) => key).join('')
      if (isField(place)) {
        texts[place] += wholeText
        expect(await valueIn(place), step).toBe(texts[place])
      } else expect((await seen()).keys.join(''), step).toBe(wholeText)
      // What was mixed with typing is nobody's, never another's, and the guest swipes again.
      if (heard.at(-1)?.value === '') {
        expect(wholeText, step).not.toBe('')
        askedAgain++
        heard.pop()
        now += 2500
        const again = keysAt([...value, 'Enter'], now, ofReader, readerHolds)
        now = again.at(-1)?.at ?? now
        await press(again)
        await settle()
        await passOn()
      }
      expected.push({ kind, value, source: 'wedge' })
      // The same card lies on the other reader, too.
      if (kind === 'memberCard' && chance.happens(0.2)) readBeside(value, false)

      expect(heard, step).toEqual(expected)
      const { submits, clicks } = await seen()
      expect({ submits, clicks }, step).toEqual({ submits: 0, clicks: [] })
      if (isField(place)) expect(await valueIn(place), step).toBe(texts[place])
      heard.length = 0
      expected.length = 0
    }
    expect(askedAgain, 'of those that were asked for again').toBeLessThan(SCANS)
  },
  PATIENCE,
)
