import { Alert, Button, Progress, Select, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useCamera } from '#renderer/features/photos/index.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { templateOf } from '#shared/features/faces/face-template.calc.ts'
import { type FaceFrames, FRAMES_NEEDED, noFrames, withPicture } from './face-frames.calc.ts'
import { createFaceReader, type FaceReader } from './face-reader.ts'
import './faces.css'

/** A template as calls send it. */
const textOf = (template: Int8Array): string =>
  btoa(Array.from(template, (value) => String.fromCharCode(value & 0xff)).join(''))

/** The pictures from the front, and then the turn. */
const STEPS = FRAMES_NEEDED + 1

/**
 * The camera's picture with what the guest should do, until a template of the face is read. Pictures stay in memory only. It begins
 * again after `onRead` when it is mounted anew.
 */
export function FaceCamera({ onRead }: { onRead(template: string): void }) {
  const { t } = useText()
  const camera = useCamera()
  const [reader, setReader] = useState<FaceReader | null>(null)
  const [isReady, setReady] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [frames, setFrames] = useState<FaceFrames>(noFrames)
  const frame = useRef<HTMLDivElement>(null)
  // Not on the close button, which Enter would press.
  useFocusOnOpen(() => frame.current)
  const done = useRef(onRead)
  done.current = onRead
  const { kind } = camera.state

  useEffect(() => {
    const made = createFaceReader()
    let isOver = false
    setReader(made)
    made.ready.then(
      () => !isOver && setReady(true),
      () => !isOver && setFailed(true),
    )
    return () => {
      isOver = true
      made.close()
    }
  }, [])

  useEffect(() => {
    if (!reader || !isReady || kind !== 'live') return
    let isOver = false
    const look = async () => {
      let seen = noFrames
      while (!isOver && seen.descriptor === null) {
        const shown = camera.video.current
        if (!shown) return
        const picture = await reader.read(await createImageBitmap(shown))
        if (isOver) return
        seen = withPicture(seen, picture)
        setFrames(seen)
      }
      if (isOver || seen.descriptor === null) return
      playSound('done')
      done.current(textOf(templateOf(seen.descriptor)))
    }
    look().catch(() => !isOver && setFailed(true))
    return () => {
      isOver = true
    }
  }, [reader, isReady, kind, camera.video])

  if (camera.state.kind === 'failed')
    return (
      <Alert
        type="warning"
        showIcon
        title={t(camera.state.problem)}
        action={<Button onClick={camera.again}>{t('photo.again')}</Button>}
      />
    )
  if (hasFailed) return <Alert type="error" showIcon title={t('face.failed')} />
  const isLoading = kind === 'opening' || !isReady
  return (
    <div className="pl-face-camera">
      <div className="pl-face-frame" aria-busy={isLoading} ref={frame} tabIndex={-1}>
        {kind === 'opening' ? <Skeleton.Node active>{t('photo.starting')}</Skeleton.Node> : null}
        <video ref={camera.video} muted playsInline aria-label={t('photo.preview')} />
      </div>
      <p role="status" data-hint={isLoading ? 'loading' : frames.hint}>
        {t(isLoading ? 'face.hint.loading' : `face.hint.${frames.hint}`)}
      </p>
      <Progress percent={Math.round((frames.front.length / STEPS) * 100)} showInfo={false} size="small" />
      {camera.cameras.length > 1 ? (
        <Select
          aria-label={t('photo.camera')}
          value={camera.cameraId}
          options={camera.cameras.map(({ deviceId, label }, at) => ({
            value: deviceId,
            label: label || t('photo.cameraNumber', { number: at + 1 }),
          }))}
          onChange={camera.choose}
        />
      ) : null}
    </div>
  )
}
