import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWedgeBrowser, type WedgePage } from '#tests/support/browser/wedge-page.ts'

let browser: Awaited<ReturnType<typeof openWedgeBrowser>>
let opened: WedgePage
let page: Page
let devtools: CDPSession
let { seen, valueIn, settle, press } = {} as WedgePage

beforeAll(async () => {
  browser = await openWedgeBrowser()
  opened = await browser.openPage()
  ;({ page, devtools, seen, valueIn, settle, press } = opened)
})

afterAll(() => browser?.close())

beforeEach(() => opened.renew())

/**
 * Replays a reader's keys with recorded times. They go through the browser's own input, one batch at a time, so that
 * they are trusted events; the browser takes their times from the protocol. Resolves to the time of the last key.
 */
async function swipe(
  text: string,
  options: { gapMs?: number; laterMs?: number; suffix?: string; process?: boolean } = {},
): Promise<number> {
  const { gapMs = 8, laterMs = 0, suffix = 'Enter', process = false } = options
  const from = Date.now() - text.length * gapMs + laterMs
  await press(
    [...text, suffix].map((key, index) => ({ key, at: from + index * gapMs })),
    process,
  )
  return from + text.length * gapMs
}

/** A person's keys around a swipe that begins `pauseMs` after one of them. */
function typedAround(before: string, pauseMs: number, card: string, after: string, held = 60) {
  const began = Date.now()
  const swipedAt = began + 110 * (before.length - 1) + pauseMs
  const goesOnAt = swipedAt + 8 * card.length + 110
  return [
    ...[...before].map((key, index) => ({ key, at: began + 110 * index, held })),
    ...[...card, 'Enter'].map((key, index) => ({ key, at: swipedAt + 8 * index })),
    ...[...after].map((key, index) => ({ key, at: goesOnAt + 110 * index, held })),
  ]
}

describe('keyboard reader in a real browser', () => {
  it('is read with nothing focused, and triggers no shortcut of the screen', async () => {
    await swipe('0006547886')
    await settle()
    expect(await seen()).toMatchObject({ scans: ['0006547886'], keys: [] })
  })

  it.each([
    ['name', '张三'],
    ['remark', 'first line'],
    ['people', '2'],
  ])('leaves nothing in the focused field %s and does not submit its form', async (id, value) => {
    await page.focus(`#${id}`)
    await swipe('0006547886')
    await settle()
    expect(await valueIn(id)).toBe(value)
    const { scans, submits, clicks } = await seen()
    expect({ scans, submits, clicks }).toEqual({ scans: ['0006547886'], submits: 0, clicks: [] })
  })

  it('keeps the caret and the selection, and notifies the screen that the field was restored', async () => {
    await page.focus('#name')
    await page.evaluate("document.getElementById('name').setSelectionRange(0, 1)")
    await swipe('0006547886')
    await settle()
    expect(
      await page.evaluate(
        "[document.getElementById('name').selectionStart, document.getElementById('name').selectionEnd]",
      ),
    ).toEqual([0, 1])
    expect((await seen()).inputs.at(-1)).toBe('张三')
  })

  it('presses no focused button, and moves no focus by Tab', async () => {
    await page.focus('#start')
    await swipe('0006547886')
    await swipe('0008844356', { suffix: 'Tab' })
    await settle()
    expect(await seen()).toMatchObject({ scans: ['0006547886', '0008844356'], clicks: [], keys: [] })
    expect(await page.evaluate('document.activeElement.id')).toBe('start')
  })

  it('does not read a password from a password manager as a scan, but reads cards swiped next to it', async () => {
    await page.focus('#secret')
    await swipe('Owner1secret')
    await settle()
    expect([await valueIn('secret'), await seen()]).toMatchObject(['Owner1secret', { scans: [], submits: 1 }])
    await swipe('0006547886', { laterMs: 5000 })
    await settle()
    expect([await valueIn('secret'), await seen()]).toMatchObject([
      'Owner1secret',
      { scans: ['0006547886'], submits: 1 },
    ])
  })

  it('is inactive while nothing handles scans', async () => {
    await page.evaluate('window.isHeard = false')
    await page.focus('#name')
    await swipe('a01a01')
    await settle()
    expect([await valueIn('name'), await seen()]).toMatchObject(['a01a01张三', { scans: [], submits: 1 }])
  })

  it('is read while a dialog is open', async () => {
    await page.evaluate("document.getElementById('dialog').showModal()")
    await page.focus('#coupon')
    await swipe('0006547886')
    await settle()
    expect(await valueIn('coupon')).toBe('A1')
    expect((await seen()).scans).toEqual(['0006547886'])
    await page.focus('#ok')
    await swipe('0008844356')
    await settle()
    expect(await seen()).toMatchObject({ scans: ['0006547886', '0008844356'], clicks: [] })
  })

  it('is read with a Chinese input method, which writes its text late', async () => {
    await page.focus('#name')
    await page.evaluate("document.getElementById('name').setSelectionRange(2, 2)")
    await devtools.send('Input.imeSetComposition', { text: '0006', selectionStart: 4, selectionEnd: 4 })
    expect(await valueIn('name')).toBe('张三0006')
    await devtools.send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 })
    const enteredAt = await swipe('0006547886', { process: true })
    await page.evaluate(`window.writtenAt = ${enteredAt + 120} - performance.timeOrigin`)
    await devtools.send('Input.insertText', { text: '0006547886' })
    await settle()
    expect((await seen()).scans).toEqual(['0006547886'])
    expect(await valueIn('name')).toBe('张三')
  })

  it('does not affect typing, in fields and outside them', async () => {
    await page.focus('#name')
    await page.keyboard.press('End')
    await page.keyboard.type('13800', { delay: 70 })
    expect(await valueIn('name')).toBe('张三13800')
    await page.keyboard.press('Enter')
    expect(await seen()).toMatchObject({ scans: [], submits: 1 })
    await page.evaluate('document.activeElement.blur(); seen.keys.length = 0')
    await page.keyboard.press('3')
    expect((await seen()).keys).toEqual([])
    await settle()
    expect((await seen()).keys).toEqual(['3'])
    await page.keyboard.press('4')
    await page.keyboard.press('F5')
    expect((await seen()).keys).toEqual(['3', '4', 'F5'])
  })

  it('allows typing on in a field from which a scan was removed', async () => {
    await page.focus('#name')
    await page.keyboard.press('End')
    await page.keyboard.type('ab', { delay: 80 })
    await swipe('0006547886', { laterMs: 2000 })
    await page.keyboard.type('cd', { delay: 80 })
    expect(await valueIn('name')).toBe('张三abcd')
  })

  it.each([
    ['asked for again', 60, ''],
    ['asked for again', 75, ''],
    ['heard', 90, '0006547886'],
    ['heard', 110, '0006547886'],
    ['heard', 149, '0006547886'],
    ['heard', 180, '0006547886'],
    ['heard', 260, '0006547886'],
  ])('is %s %s ms after typing, and removes only its own characters', async (_outcome, pauseMs, value) => {
    await page.focus('#name')
    await page.keyboard.press('End')
    await press(typedAround('ab1', pauseMs, '0006547886', 'cd'))
    expect((await seen()).scans).toEqual([value])
    expect(await valueIn('name')).toBe('张三ab1cd')
    expect((await seen()).submits).toBe(0)
  })

  it('leaves a letter in its field that was typed between two digits, and asks for another swipe', async () => {
    await page.focus('#name')
    await page.keyboard.press('End')
    const keys = typedAround('a', 110, '0006547886', 'c')
    const [third, fourth] = keys.slice(3, 5)
    keys.splice(4, 0, { key: 'b', at: ((third?.at ?? 0) + (fourth?.at ?? 0)) / 2 })
    await press(keys)
    expect((await seen()).scans).toEqual([''])
    expect(await valueIn('name')).toBe('张三abc')
  })

  it('keeps a shortcut that was pressed just before it', async () => {
    await press(typedAround('r3', 110, '0006547886', ''))
    await settle()
    expect(await seen()).toMatchObject({ scans: ['0006547886'], keys: ['r', '3'] })
  })

  it('lets a shortcut take effect before the page handles Back', async () => {
    await page.evaluate("addEventListener('popstate', () => seen.clicks.push(seen.keys.join()))")
    await press([{ key: '1', at: Date.now() }])
    expect((await seen()).keys).toEqual([])
    await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect((await seen()).clicks).toEqual(['1'])
  })

  it('keeps a shortcut pressed on a button that is removed while the key is held back', async () => {
    await page.evaluate('dialog.show(); ok.focus()')
    await press([{ key: 'm', at: Date.now() }])
    await page.evaluate('dialog.remove()')
    await settle()
    expect((await seen()).keys).toEqual(['m'])
  })

  it('asks for another swipe where the first characters may have gone to another window', async () => {
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await swipe('6547886')
    await swipe('0008844356', { laterMs: 500 })
    await swipe('6547886', { laterMs: 3000 })
    expect((await seen()).scans).toEqual(['', '0008844356', '6547886'])
  })

  it('keeps what is typed with a Chinese input method while it is read', async () => {
    await page.focus('#name')
    await page.evaluate("document.getElementById('name').setSelectionRange(2, 2)")
    await devtools.send('Input.imeSetComposition', { text: 'zh', selectionStart: 2, selectionEnd: 2 })
    const from = Date.now()
    const typed = [...'zh'].map((key, index) => ({ key, at: from - 130 + 70 * index, held: 65 }))
    const reader = [...'0006547886', 'Enter'].map((key, index) => ({ key, at: from + 8 * index, held: 4 }))
    await press([...typed, ...reader, { key: 'a', at: from + 44, held: 80 }], true)
    await settle()
    expect((await seen()).scans).toEqual([''])
    const text = await valueIn('name')
    for (const letter of 'zha') expect(text).toContain(letter)
    expect(text).not.toMatch(/\d/)
  })

  it('leaves no digits behind where it is mixed with typing, and asks for another swipe', async () => {
    await page.focus('#name')
    await page.keyboard.press('End')
    await press(typedAround('138', 80, '6547886', '', 72))
    expect((await seen()).scans).toEqual([''])
    expect(await valueIn('name')).toBe('张三138')
  })

  it('uses the times of the keys, not when the page handled them', async () => {
    await page.focus('#name')
    await swipe('0006547886', { gapMs: 100, laterMs: 2000 })
    await settle()
    expect(await seen()).toMatchObject({ scans: [], submits: 1 })
    expect(await valueIn('name')).toContain('0006547886')
    await swipe('0008844356', { gapMs: 50, laterMs: 5000 })
    await settle()
    expect((await seen()).scans).toEqual(['0008844356'])
  })

  it('is not read once listening was stopped', async () => {
    await page.evaluate('stopWedge()')
    await swipe('0006547886')
    await settle()
    expect((await seen()).scans).toEqual([])
    expect((await seen()).keys).toHaveLength(11)
  })
})
