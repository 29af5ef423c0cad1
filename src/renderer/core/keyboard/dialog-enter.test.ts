import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumPath } from '#tests/support/browser/chromium-path.ts'

/** Dialogs with Ant Design's classes, over a screen with a field and a button. */
const SCREEN = `<!doctype html><meta charset="utf-8"><body>
<input id="behind"><input id="price" role="spinbutton" value="0.00"><button id="opens" type="button">opens</button>
<div class="ant-modal" id="pay" role="dialog" tabindex="-1">
  <form id="form"><input id="amount"><input id="own"><textarea id="note"></textarea><textarea id="reason" enterkeyhint="done"></textarea>
  <label><input id="cash" type="radio"> cash</label>
  <button id="other" type="button">other</button><a id="link" href="#x">link</a>
  <ul><li id="row" tabindex="0">row</li><li id="option" role="option" tabindex="0">option</li></ul>
  <button id="send" class="ant-btn ant-btn-primary" type="submit">send</button></form>
</div>
<div class="ant-modal" id="above" role="dialog" hidden><input id="word"><div class="ant-modal-footer">
  <button id="search" class="ant-btn">search</button><button id="choose" class="ant-btn ant-btn-primary">choose</button></div></div>
<div class="ant-select-dropdown" id="list" hidden>options</div>
<div class="ant-modal ant-modal-confirm" id="question" role="dialog" hidden>
  <button id="yes" class="ant-btn ant-btn-primary">yes</button></div>
<script>
  window.seen = []
  form.addEventListener('submit', (event) => { event.preventDefault(); seen.push('submit') })
  for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => seen.push(button.id))
  own.addEventListener('keydown', (event) => { if (event.key === 'Enter') event.preventDefault() })
  opens.addEventListener('keydown', () => { above.hidden = false })
</script></body>`

let script = ''
let browser: Browser
let page: Page

beforeAll(async () => {
  const entry = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))
  const bundled = await Promise.all(
    [
      ['held', 'held-enter.ts'],
      ['dialogs', 'dialog-enter.ts'],
      ['zeros', 'zero-fields.ts'],
    ].map(async ([name, file]) => {
      const output = await build({
        configFile: false,
        define: { 'process.env.NODE_ENV': '"production"' },
        logLevel: 'silent',
        build: { write: false, minify: false, lib: { entry: entry(file ?? ''), formats: ['iife'], name: name ?? '' } },
      })
      const files = [output].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []))
      return files.find((one) => one.type === 'chunk')?.code ?? ''
    }),
  )
  script = `${bundled.join('\n')}\nheld.ignoreHeldEnter(); dialogs.finishDialogsByEnter(); zeros.selectZeros()`
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
})
afterAll(() => browser?.close())
beforeEach(async () => {
  page = await browser.newPage()
  await page.setContent(SCREEN)
  await page.addScriptTag({ content: script })
})
afterEach(() => page.close())

const seen = () => page.evaluate<string[]>('seen')
const show = (id: string) => page.evaluate(`document.getElementById('${id}').hidden = false`)
const enterOn = async (id: string, key = 'Enter') => {
  await page.focus(`#${id}`)
  await page.keyboard.press(key)
}

describe('Enter in a dialog', () => {
  it.each(['amount', 'cash', 'row', 'reason', 'pay'])('submits it once with the focus on %s', async (id) => {
    await enterOn(id)
    expect(await seen()).toEqual(['send', 'submit'])
  })

  it('submits it with the focus on the body', async () => {
    await page.keyboard.press('Enter')
    expect(await seen()).toEqual(['send', 'submit'])
  })

  it.each([
    ['other', ['other']],
    ['link', []],
    ['option', []],
    ['own', []],
    ['behind', []],
  ])('keeps the own use of Enter of %s', async (id, pressed) => {
    await enterOn(id)
    expect(await seen()).toEqual(pressed)
  })

  it('begins a line in a text area, where Ctrl+Enter submits', async () => {
    await enterOn('note')
    expect(await page.inputValue('#note')).toBe('\n')
    expect(await seen()).toEqual([])
    await enterOn('note', 'Control+Enter')
    expect(await seen()).toEqual(['send', 'submit'])
  })

  it('submits once however long the key is held', async () => {
    await page.focus('#amount')
    for (let count = 0; count < 5; count++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await seen()).toEqual(['send', 'submit'])
  })

  it('ignores an Enter that confirms the text of an input method', async () => {
    await page.focus('#amount')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'zhang', selectionStart: 5, selectionEnd: 5 })
    const key = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 }
    await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key })
    await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key })
    // Chromium on other systems reports the key's name with `isComposing`.
    await page.evaluate(
      `amount.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))`,
    )
    expect(await seen()).toEqual([])
  })

  it('submits the top dialog by the button of its footer', async () => {
    await show('above')
    await enterOn('word')
    expect(await seen()).toEqual(['choose'])
  })

  it.each(['list', 'question'])('submits nothing below an open %s', async (id) => {
    await show(id)
    await enterOn('amount')
    expect((await seen()).filter((one) => one !== 'submit' && one !== 'send')).toEqual([])
    expect(await seen()).not.toContain('yes')
  })

  it('does not submit a dialog that the same key has opened', async () => {
    await page.evaluate('pay.hidden = true')
    await enterOn('opens')
    expect(await seen()).toEqual(['opens'])
  })

  it('presses no disabled button', async () => {
    await page.evaluate('send.disabled = true')
    await enterOn('amount')
    expect(await seen()).toEqual([])
  })
})

describe('a number field with a zero', () => {
  const price = () => page.inputValue('#price')

  it('takes what is typed after a click in place of the zero, and later digits where they are put', async () => {
    await page.click('#price')
    await page.keyboard.type('20')
    expect(await price()).toBe('20')
    await page.click('#price')
    await page.keyboard.press('End')
    await page.keyboard.type('5')
    expect(await price()).toBe('205')
  })

  it('keeps another number that is clicked', async () => {
    await page.fill('#price', '7')
    await page.focus('#behind')
    await page.click('#price')
    expect(await page.evaluate('price.selectionEnd - price.selectionStart')).toBe(0)
  })
})
