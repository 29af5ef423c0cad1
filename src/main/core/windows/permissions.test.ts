import { expect, it } from 'vitest'
import { isGranted } from './permissions.ts'

it('grants our pages the camera, but neither the microphone nor anything unlisted', () => {
  expect(isGranted('media', ['video'])).toBe(true)
  for (const media of [[], ['audio'], ['video', 'audio'], ['unknown'], [undefined]])
    expect(isGranted('media', media), String(media)).toBe(false)
  expect(isGranted('clipboard-sanitized-write')).toBe(true)
  for (const other of ['clipboard-read', 'geolocation', 'notifications', 'display-capture', 'hid', 'serial', 'usb'])
    expect(isGranted(other, ['video']), other).toBe(false)
})
