import { describe, expect, it } from 'vitest'
import { createPressGuard } from './press-guard.ts'

describe('a key that is pressed twice', () => {
  it('counts once while the first press is worked on', () => {
    const guard = createPressGuard()
    expect(guard.take(1000)).toBe(true)
    expect(guard.take(1080)).toBe(false)
  })

  it('counts once when the page gets to the second press only after it has answered the first, however late', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.succeed(9000)
    expect(guard.take(1080)).toBe(false)
    expect(guard.take(9699)).toBe(false)
    expect(guard.take(9700)).toBe(true)
  })

  it('counts after a failure was shown, and not if it was made before that', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.fail(2000)
    expect(guard.take(1900)).toBe(false)
    expect(guard.take(2001)).toBe(true)
  })

  it('counts at once when something was chosen since', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.succeed(2000)
    guard.open()
    expect(guard.take(2100)).toBe(true)
  })
})
