import { type FaceResult, Human } from '@vladmandic/human'
import type { FaceAnswer, FaceRequest, SeenFace } from './face-messages.ts'

const DEGREES = 180 / Math.PI

/** Finds and describes faces beside the page, which stays responsive. No picture leaves it or stays in it. */
let human: Human | undefined

async function load(modelsUrl: string): Promise<FaceAnswer> {
  human = undefined
  const loaded = new Human({
    // Runs everywhere without a graphics driver; the page comes without WebGL in kiosks and tests.
    backend: 'wasm',
    wasmPath: modelsUrl,
    modelBasePath: modelsUrl,
    cacheModels: false,
    // Every picture is judged by itself.
    cacheSensitivity: 0,
    skipAllowed: false,
    async: false,
    debug: false,
    warmup: 'none',
    filter: { enabled: false },
    gesture: { enabled: false },
    body: { enabled: false },
    hand: { enabled: false },
    object: { enabled: false },
    segmentation: { enabled: false },
    face: {
      enabled: true,
      detector: { rotation: true, maxDetected: 3, minConfidence: 0.3 },
      mesh: { enabled: true },
      iris: { enabled: false },
      attention: { enabled: false },
      emotion: { enabled: false },
      description: { enabled: true },
      antispoof: { enabled: true },
      liveness: { enabled: true },
    },
  })
  await loaded.load()
  // Human takes another backend without a word, whose templates were not measured.
  const backend = loaded.tf.getBackend()
  if (backend !== 'wasm') throw new Error(`the models run on ${backend}, not on WebAssembly`)
  human = loaded
  return { ready: true }
}

function seen({ box: [left, top, width, height], rotation, real = 0, live = 0, embedding = [] }: FaceResult): SeenFace {
  const { yaw = 0, pitch = 0 } = rotation?.angle ?? {}
  return { left, top, width, height, yaw: yaw * DEGREES, pitch: pitch * DEGREES, real, live, descriptor: embedding }
}

async function look(picture: ImageBitmap): Promise<FaceAnswer> {
  const { width, height } = picture
  try {
    if (!human) throw new Error('no models yet')
    const { face, error } = await human.detect(picture)
    if (error) throw new Error(error)
    return { faces: face.map(seen), width, height }
  } finally {
    picture.close()
  }
}

self.addEventListener('message', ({ data }: MessageEvent<FaceRequest>) => {
  const work = 'picture' in data ? look(data.picture) : load(data.modelsUrl)
  void work
    .catch((error: unknown): FaceAnswer => ({ failed: error instanceof Error ? error.message : String(error) }))
    .then((answer) => self.postMessage(answer))
})
