import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jpegOf } from '#tests/support/browser/jpeg.ts'
import { jpegSize } from './jpeg.calc.ts'

it('reads the size of an image, whatever segments precede its frame', () => {
  expect(jpegSize(jpegOf({ width: 640, height: 480 }))).toEqual({ width: 640, height: 480 })
  const filled = Buffer.concat([Buffer.from('ffd8ff', 'hex'), jpegOf({ width: 3, height: 65_535 }).subarray(2)])
  expect(jpegSize(filled)).toEqual({ width: 3, height: 65_535 })
})

it('rejects truncated and other files, and never reads past the end', () => {
  const whole = jpegOf()
  expect(jpegSize(whole.subarray(0, -1))).toBeNull()
  expect(jpegSize(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBeNull()
  expect(jpegSize(Buffer.from('ffd8ffd9', 'hex'))).toBeNull()
  // An image whose frame would follow its scan.
  expect(jpegSize(Buffer.from('ffd8ffda000801010000ffc0000b08000100010101ffd9', 'hex'))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (middle) => {
      const bytes = Buffer.concat([Buffer.from('ffd8ff', 'hex'), middle, Buffer.from('ffd9', 'hex')])
      const size = jpegSize(bytes)
      expect(size === null || Number.isInteger(size.width + size.height)).toBe(true)
    }),
  )
})
