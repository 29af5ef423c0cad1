import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { readStored, store } from '#renderer/core/storage.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'

const STORED_AS = 'photoCamera'
/** Large enough to recognise a face; about forty kilobytes. */
const MAX_SIDE_PX = 640
const QUALITY = 0.85

/** Why there is no picture, as a text that says what to do. */
type CameraProblem = Extract<TextKey, `photo.camera.${string}`>

type CameraState = { kind: 'opening' } | { kind: 'live' } | { kind: 'failed'; problem: CameraProblem }

const OPENING: CameraState = { kind: 'opening' }

function problemOf(error: unknown): CameraProblem {
  if (!navigator.mediaDevices) return 'photo.camera.insecure'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'photo.camera.denied'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'photo.camera.missing' : 'photo.camera.busy'
}

const stop = (stream: MediaStream | null): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** The current frame as a file. */
async function stillOf(video: HTMLVideoElement): Promise<File> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight, 1))
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('the picture cannot be drawn')
  return new File([blob], 'racer.jpg', { type: 'image/jpeg' })
}

/** A camera of this computer while the component is mounted; unmounting turns it off. */
export function useCamera(): {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  cameras: readonly MediaDeviceInfo[]
  cameraId: string
  choose(id: string): void
  again(): void
  take(): Promise<File | null>
} {
  const video = useRef<HTMLVideoElement>(null)
  const [preferredId, setPreferredId] = useState(() => String(readStored(STORED_AS) ?? ''))
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState(OPENING)
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([])
  const [cameraId, setCameraId] = useState('')

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it anew
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | null = null
    const fail = (problem: CameraProblem) => {
      stop(stream)
      if (!isOver) setState({ kind: 'failed', problem })
    }
    const open = async () => {
      const size = { width: { ideal: MAX_SIDE_PX }, height: { ideal: 480 } }
      // If the chosen camera is gone, the default one is used.
      const chosen = preferredId ? { deviceId: { ideal: preferredId } } : {}
      stream = await navigator.mediaDevices.getUserMedia({ video: { ...size, ...chosen }, audio: false })
      const shown = video.current
      if (isOver || !shown) return stop(stream)
      const [track] = stream.getVideoTracks()
      track?.addEventListener('ended', () => fail('photo.camera.missing'))
      shown.srcObject = stream
      await shown.play()
      const found = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput')
      if (isOver) return
      setCameras(found)
      setCameraId(track?.getSettings().deviceId ?? '')
      setState({ kind: 'live' })
    }
    setState(OPENING)
    open().catch((error: unknown) => fail(problemOf(error)))
    return () => {
      isOver = true
      stop(stream)
    }
  }, [preferredId, attempt])

  return {
    video,
    state,
    cameras,
    cameraId,
    choose: useCallback((id: string) => {
      store(STORED_AS, id)
      setPreferredId(id)
    }, []),
    again: useCallback(() => setAttempt((old) => old + 1), []),
    take: useCallback(async () => (video.current ? stillOf(video.current) : null), []),
  }
}
