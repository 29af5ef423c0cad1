import { describe, expect, it } from 'vitest'
import { address, isOwnFile, isOwnPage, isWebAddress } from './address.ts'

const takes = (text: string): boolean => address(300).safeParse(text).success

describe('an address that a screen opens or displays', () => {
  it.each([
    '',
    'https://a.example/b.png?c=d:e#f',
    'HTTP://a.example:8080/店/b',
    'http://127.0.0.1/x',
    '/dashboard/analysis',
    '/a?b=https://c.example',
    'avatar/202601/0190-a.png',
    '头像.png',
  ])('accepts %j', (text) => expect(takes(text)).toBe(true))

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'ftp://a.example/b',
    '//evil.example/a',
    '///evil.example/a',
    '/\\evil.example/a',
    '\\\\evil.example\\a',
    '/:javascript',
    'https:evil.example',
    'https:///evil.example',
    'https://user:word@evil.example/',
    'https://our.example@evil.example/',
    'https://a.example:port/',
    'https://a.example/\nb',
    'https://a.example/\u202egnp.exe',
    'a//evil.example',
    '../../etc/passwd',
    'a/%2E%2e/%2e%2e/api/sys/logout',
    '/a/../../b',
    'a"onerror="alert(1)',
    '\ud800',
  ])('refuses %j', (text) => expect(takes(text)).toBe(false))

  it('is a web address, a page of the product or a stored file', () => {
    const kinds = (text: string) => [isWebAddress(text), isOwnPage(text), isOwnFile(text)]
    expect(kinds('https://a.example')).toEqual([true, false, false])
    expect(kinds('/a/b')).toEqual([false, true, false])
    expect(kinds('a/b.png')).toEqual([false, false, true])
    expect(kinds('')).toEqual([false, false, false])
  })
})
