import { expect, it } from 'vitest'
import { similarity } from '#shared/features/faces/face-template.calc.ts'
import { noFrames, withPicture } from './face-frames.calc.ts'
import type { SeenFace } from './face-messages.ts'

/** The face of a person; those of different seeds are at right angles. */
const descriptor = (seed: number) => Array.from({ length: 64 }, (_, at) => (at % 4 === seed ? 1 : 0.05))
const face = (given: Partial<SeenFace> & { seed?: number } = {}): SeenFace => ({
  left: 200,
  top: 100,
  width: 180,
  height: 220,
  yaw: 0,
  pitch: 0,
  real: 0.6,
  live: 0.9,
  descriptor: descriptor(given.seed ?? 0),
  ...given,
})
const seen = (...pictures: SeenFace[][]) =>
  pictures.reduce((frames, faces) => withPicture(frames, { faces, width: 640, height: 480 }), noFrames)
const front = [[face()], [face({ yaw: 4 })], [face({ yaw: -2 })]]

it('reads a face from the front in three pictures, and makes the template only when the head turns', () => {
  expect(seen([face()], [face()])).toMatchObject({ hint: 'hold', descriptor: null })
  expect(seen(...front)).toMatchObject({ hint: 'turn', descriptor: null })
  expect(seen(...front, [face({ yaw: 10 })])).toMatchObject({ hint: 'turn', descriptor: null })
  const done = seen(...front, [face({ yaw: 10 })], [face({ yaw: 14 })])
  expect(similarity(done.descriptor ?? [], descriptor(0))).toBeCloseTo(1)
})

it('refuses a photograph, which never turns, and says so after some pictures', () => {
  const still = seen(...front, ...Array.from({ length: 20 }, (_, at) => [face({ yaw: (at % 3) * 4 - 4 })]))
  expect(still).toMatchObject({ hint: 'spoof', descriptor: null })
})

it('refuses pictures with the scores of a photograph or a screen', () => {
  const flat = (scores: Partial<SeenFace>) => seen([face(scores)], [face(scores)], [face(scores)])
  expect(flat({ real: 0.1 })).toMatchObject({ hint: 'spoof', front: [] })
  expect(flat({ live: 0.1 })).toMatchObject({ hint: 'spoof', front: [] })
})

it('begins again with another face, also while the head should turn', () => {
  expect(seen([face()], [face()], [face({ seed: 1 })]).front).toHaveLength(1)
  expect(seen(...front, [face({ seed: 1, yaw: 30 })])).toMatchObject({ hint: 'hold', front: [], descriptor: null })
})

it('says what hinders: nobody, several people, too far, turned away', () => {
  expect(seen([]).hint).toBe('none')
  expect(seen([face({ descriptor: [] })]).hint).toBe('none')
  expect(seen([face(), face({ height: 200 })]).hint).toBe('several')
  expect(seen([face({ height: 90 }), face()]).hint).toBe('hold')
  expect(seen([face({ height: 90 })]).hint).toBe('small')
  expect(seen([face({ yaw: 30 })]).hint).toBe('turned')
  expect(seen([face({ pitch: -30 })]).hint).toBe('turned')
})
