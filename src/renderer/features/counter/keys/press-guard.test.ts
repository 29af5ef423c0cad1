import { describe, expect, it } from 'vitest'
import { createPressGuard } from './press-guard.ts'

describe('a key that is pressed twice', () => {
  it('counts once while the first press is in progress', () => {
    const guard = createPressGuard()
    expect(guard.take(1000)).toBe(true)
    expect(guard.take(1080)).toBe(false)
  })

  it('ignores a second press that was made before the first was shown as done, however late it is handled', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.succeed(9000)
    expect(guard.take(1080)).toBe(false)
    expect(guard.take(9699)).toBe(false)
    expect(guard.take(9700)).toBe(true)
  })

  it('accepts a press made after a failure was shown, and ignores an earlier one', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.fail(2000)
    expect(guard.take(1900)).toBe(false)
    expect(guard.take(2001)).toBe(true)
  })

  it('accepts a press at once after a new choice', () => {
    const guard = createPressGuard()
    guard.take(1000)
    guard.succeed(2000)
    guard.open()
    expect(guard.take(2100)).toBe(true)
  })
})
