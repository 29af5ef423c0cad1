import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentQuery, redirectOf, START, signInPath } from './paths.ts'

describe('the redirect after the sign-in', () => {
  it('keeps the full path with its query', () => {
    const path = signInPath('/playbeforepay/list?id=7&from=a b')
    expect(redirectOf(path.slice('/user/login'.length))).toBe('/playbeforepay/list?id=7&from=a b')
  })

  it('never redirects to the sign-in itself', () => {
    const paths = ['/', START, '/user/login'].map(signInPath)
    expect(new Set(paths)).toEqual(new Set(['/user/login']))
  })

  it('ignores addresses outside the program', () => {
    expect(redirectOf('?redirect=//evil.example')).toBeNull()
    expect(redirectOf('?redirect=https://evil.example')).toBeNull()
    expect(redirectOf('')).toBeNull()
  })
})

describe('the query of the current address', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    ['', ''],
    ['#/playbeforepay/list', ''],
    ['#/playbeforepay/list?keyword=A%3F1&pageNo=2', 'keyword=A%3F1&pageNo=2'],
    ['#/playbeforepay/list?keyword=A?1', 'keyword=A%3F1'],
  ])('of %s is %s', (hash, query) => {
    vi.stubGlobal('window', { location: { hash } })
    expect(String(currentQuery())).toBe(query)
  })
})
