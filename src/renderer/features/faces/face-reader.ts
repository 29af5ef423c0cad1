import type { FaceAnswer, FaceRequest, SeenFace } from './face-messages.ts'

/** Where the build puts the models; the version is in the name, because browsers keep them for long. */
const MODELS = 'assets/faces-3.3.6/'

export interface SeenPicture {
  faces: SeenFace[]
  width: number
  height: number
}

export interface FaceReader {
  /** Resolves when the models are loaded. */
  ready: Promise<unknown>
  /** The faces in a picture, which is closed. One at a time. */
  read(picture: ImageBitmap): Promise<SeenPicture>
  close(): void
}

/** Starts the worker that finds faces. */
export function createFaceReader(): FaceReader {
  const worker = new Worker(new URL('./face.worker.ts', import.meta.url), { type: 'module' })
  const ask = (request: FaceRequest, moved: Transferable[] = []) =>
    new Promise<FaceAnswer>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<FaceAnswer>) =>
        'failed' in data ? reject(new Error(data.failed)) : resolve(data)
      worker.onerror = ({ message }) => reject(new Error(message || 'the worker did not start'))
      worker.postMessage(request, moved)
    })
  return {
    ready: ask({ modelsUrl: new URL(MODELS, document.baseURI).href }),
    async read(picture) {
      const answer = await ask({ picture }, [picture])
      if (!('faces' in answer)) throw new Error('no picture was asked for')
      return answer
    },
    close: () => worker.terminate(),
  }
}
