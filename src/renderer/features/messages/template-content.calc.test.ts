import { describe, expect, it } from 'vitest'
import { previewOf, toPlain, toRich } from './template-content.calc.ts'

describe('the preview of a template', () => {
  it('is truncated after 25 characters', () => {
    expect(previewOf(`${'一二三四五六七八九十'.repeat(2)}12345`)).toBe('一二三四五六七八九十一二三四五六七八九十12345')
    expect(previewOf(`${'一二三四五六七八九十'.repeat(2)}123456`)).toBe(
      '一二三四五六七八九十一二三四五六七八九十12345...',
    )
  })
  it('shows rich text without its markup', () => {
    expect(previewOf('<p>Hello <strong>you</strong></p>')).toBe('Hello you')
  })
})

describe('changing the type of a template', () => {
  it('turns paragraphs into lines and back', () => {
    expect(toPlain('<p>one</p><p>two &amp; three</p>')).toBe('one\ntwo & three')
    expect(toRich('one\ntwo & three')).toBe('<p>one</p><p>two &amp; three</p>')
  })
  it('does not change comparisons in plain text, nor rich text that is rich already', () => {
    expect(toPlain('1 < 2')).toBe('1 < 2')
    expect(toRich('<p>one</p>')).toBe('<p>one</p>')
    expect(toRich('')).toBe('')
  })
  it('keeps the variables', () => {
    const variable = ['$', '{name}'].join('')
    expect(toPlain(toRich(`Dear ${variable}`))).toBe(`Dear ${variable}`)
  })
})
