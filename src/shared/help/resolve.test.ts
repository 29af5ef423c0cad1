import { describe, expect, it } from 'vitest'
import { text } from '#shared/i18n/catalogue.ts'
import { unknownKeysOf, withTexts } from './resolve.ts'

const bold = (shown: string) => `**${shown}**`

describe('texts of screens in Markdown', () => {
  it('are those of the reader’s language', () => {
    expect(withTexts('点 {{settings.enrol}}。', 'zh', bold)).toBe(`点 **${text('zh', 'settings.enrol')}**。`)
    expect(withTexts('Press {{ settings.enrol }}.', 'en', bold)).toBe(`Press **${text('en', 'settings.enrol')}**.`)
  })

  it('may be the name of a right', () => {
    expect(withTexts('{{action.member:merge}}', 'zh', bold)).toBe(`**${text('zh', 'action.member:merge')}**`)
    expect(unknownKeysOf('{{action.no:such}}')).toEqual(['action.no:such'])
  })

  it('stand out where they are a name or a message, not where they explain', () => {
    expect(withTexts('{{define.refunded}}{{form.codeHint}}', 'en', bold)).not.toContain('**')
    expect(withTexts('{{error.auth.frozen}}', 'en', bold)).toContain('**')
  })

  it('show an ellipsis where the screen fills in a value', () => {
    expect(withTexts('{{error.sessions.receivedShort}}', 'zh', (shown) => shown)).toBe('实收现金不足，应收 …')
  })

  it('are reported where nothing has the key', () => {
    expect(withTexts('{{no.such.text}}', 'zh', bold)).toBe('{{no.such.text}}')
    expect(unknownKeysOf('{{no.such.text}} {{settings.enrol}} {{no.such.text}}')).toEqual(['no.such.text'])
  })
})
