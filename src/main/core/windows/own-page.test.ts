import { describe, expect, it } from 'vitest'
import { isGuide } from './own-page.ts'

const SERVER = 'https://venue.example:8443'

describe('a window that a page wants to open', () => {
  it('may show the guide of the own server', () => {
    expect(isGuide(`${SERVER}/guide/`, SERVER)).toBe(true)
    expect(isGuide(`${SERVER}/guide/en/money/shifts.html#count`, SERVER)).toBe(true)
  })

  it.each([
    ['another server', 'https://other.example/guide/'],
    ['another page of the server', `${SERVER}/api/sys/logout`],
    ['a path out of the guide', `${SERVER}/guide/../m/`],
    ['another port', 'https://venue.example/guide/'],
    ['a program', 'file:///guide/x'],
    ['no address', 'guide'],
  ])('may not show %s', (_, url) => {
    expect(isGuide(url, SERVER)).toBe(false)
    expect(isGuide(url, '')).toBe(false)
  })
})
