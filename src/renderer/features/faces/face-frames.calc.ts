import { FACE_THRESHOLD, similarity } from '#shared/features/faces/face-template.calc.ts'
import type { SeenFace } from './face-messages.ts'
import type { SeenPicture } from './face-reader.ts'

// The limits below were measured: `docs/decisions/0066-faces-on-the-device.md`.

/** Pictures of one face from the front that must agree before a template is made. */
export const FRAMES_NEEDED = 3
/** Share of the picture's height that a face must have. */
const MIN_HEIGHT = 0.22
/** A face that is smaller than this part of the largest belongs to a person in the background. */
const OF_OTHERS = 0.55
/** Degrees up to which a face counts as seen from the front. */
const MAX_DEGREES = 24
/** Degrees that the head must turn afterwards. A flat picture that is turned changes the estimate by ten at most. */
const TURN_DEGREES = 15
/** Similarity of a turned head with the same head from the front. */
const SAME_HEAD = 0.6
/** Pictures without a turn after which the guest sees that this may be a photograph. */
const PATIENCE = 15
/** Least mean scores of the models that detect pictures of faces. They refuse few of them, and hardly any face. */
const MIN_REAL_SCORE = 0.3
const MIN_LIVE_SCORE = 0.2

/** What the guest should do; `hold`: keep still. */
export type FaceHint = 'none' | 'several' | 'small' | 'turned' | 'hold' | 'turn' | 'spoof'

/** The pictures of one face so far, and what to say. */
export interface FaceFrames {
  hint: FaceHint
  /** From the front. */
  front: readonly SeenFace[]
  /** Pictures since the last one from the front was needed, and the least and largest turn among all. */
  waited: number
  yaw: readonly [least: number, most: number]
  /** The mean direction of the descriptors; null until the head has turned. */
  descriptor: number[] | null
}

export const noFrames: FaceFrames = { hint: 'none', front: [], waited: 0, yaw: [0, 0], descriptor: null }

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The face that stands before the camera, or what hinders. */
function faceIn({ faces, height }: SeenPicture): SeenFace | FaceHint {
  const [face, other] = [...faces].sort((a, b) => b.height - a.height)
  if (!face || face.descriptor.length === 0) return 'none'
  if (other && other.height > face.height * OF_OTHERS) return 'several'
  return face.height < height * MIN_HEIGHT ? 'small' : face
}

const unit = (descriptor: readonly number[]): number[] => {
  const length = Math.hypot(...descriptor) || 1
  return descriptor.map((value) => value / length)
}

const meanDirection = (faces: readonly SeenFace[]): number[] => {
  const units = faces.map(({ descriptor }) => unit(descriptor))
  return (units[0] ?? []).map((_, at) => mean(units.map((one) => one[at] ?? 0)))
}

const agree = (front: readonly SeenFace[], face: SeenFace, least: number): boolean =>
  front.every(({ descriptor }) => similarity(descriptor, face.descriptor) >= least)

/**
 * Adds a picture. First the face is seen from the front in pictures that agree; then the same head must turn, which a photograph cannot
 * do. Another face, several, or scores of a photograph begin again.
 */
export function withPicture(frames: FaceFrames, picture: SeenPicture): FaceFrames {
  const face = faceIn(picture)
  if (typeof face === 'string') return { ...noFrames, hint: face }
  if (frames.front.length >= FRAMES_NEEDED) return whileTurning(frames, face)
  if (Math.max(Math.abs(face.yaw), Math.abs(face.pitch)) > MAX_DEGREES) return { ...noFrames, hint: 'turned' }
  const front = agree(frames.front, face, FACE_THRESHOLD) ? [...frames.front, face] : [face]
  if (front.length < FRAMES_NEEDED) return { ...noFrames, hint: 'hold', front }
  if (mean(front.map(({ real }) => real)) < MIN_REAL_SCORE || mean(front.map(({ live }) => live)) < MIN_LIVE_SCORE)
    return { ...noFrames, hint: 'spoof' }
  const yaws = front.map(({ yaw }) => yaw)
  return { ...noFrames, hint: 'turn', front, yaw: [Math.min(...yaws), Math.max(...yaws)] }
}

function whileTurning({ front, waited, yaw: [least, most] }: FaceFrames, face: SeenFace): FaceFrames {
  if (!agree(front, face, SAME_HEAD)) return { ...noFrames, hint: 'hold' }
  const yaw = [Math.min(least, face.yaw), Math.max(most, face.yaw)] as const
  const hasTurned = yaw[1] - yaw[0] >= TURN_DEGREES
  const hint = waited >= PATIENCE ? 'spoof' : 'turn'
  return { hint, front, waited: waited + 1, yaw, descriptor: hasTurned ? meanDirection(front) : null }
}
