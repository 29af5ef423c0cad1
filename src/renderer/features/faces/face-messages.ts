/** A face as the models see it in one picture. */
export interface SeenFace {
  /** In pixels of the picture. */
  left: number
  top: number
  width: number
  height: number
  /** Degrees that the head is turned to a side or up and down. */
  yaw: number
  pitch: number
  /** From 0 to 1: that it is no picture of a face, by two models. */
  real: number
  live: number
  descriptor: number[]
}

/** What the worker is sent: once where its models lie, then pictures, which it closes. */
export type FaceRequest = { modelsUrl: string } | { picture: ImageBitmap }

/** What it answers to each. */
export type FaceAnswer = { ready: true } | { faces: SeenFace[]; width: number; height: number } | { failed: string }
