import { beforeEach, describe, expect, it } from 'vitest'
import { serverAddress } from './server-address.ts'
import { openedAddress, shownAddress } from './shown-address.ts'

const HOSTILE = ['javascript:alert(1)', 'data:text/html,x', '//evil.example/x', '/\\evil.example', 'a\tb:c', '../x', '']

// Other tests of this worker may have set one.
beforeEach(() => serverAddress.set(''))

describe('a stored address', () => {
  it('is shown from the web or from our own files', () => {
    expect(shownAddress('https://a.example/b.png')).toBe('https://a.example/b.png')
    expect(shownAddress('avatar/202601/b.png')).toMatch(/\/api\/.*avatar\/202601\/b\.png$/)
    expect(openedAddress('sys/common/static/a.pdf')).toBe('/api/sys/common/static/a.pdf')
    expect(openedAddress('/sys/common/static/a.pdf')).toBe('/api/sys/common/static/a.pdf')
  })

  it('is read from the server where the web admin is on another host', () => {
    serverAddress.set('https://api.example')
    expect(openedAddress('sys/common/static/a.pdf')).toBe('https://api.example/api/sys/common/static/a.pdf')
  })

  it.each(HOSTILE)('is neither shown nor opened where it is %j', (stored) => {
    expect([shownAddress(stored), openedAddress(stored)]).toEqual([undefined, undefined])
  })
})
