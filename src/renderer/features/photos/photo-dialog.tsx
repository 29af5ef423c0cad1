import { Alert, Button, Form, Input, Modal, Select, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { racerPhotos } from '#shared/features/photos/racer-photos.contract.ts'
import { useCamera } from './use-camera.ts'
import './photos.css'

const REASON_ID = 'photo-reason'

/** The result: the photograph, or the reason why there is none. */
export type Photographed = { photoId: string } | { noPhoto: string }

interface PhotoDialogProps {
  /** Who or what is photographed. */
  racer: string
  /** Whether a reason is asked where no picture is taken; otherwise the dialog is only closed. */
  needsReason?: boolean
  onDone(photo: Photographed): void
  onClose(): void
}

/**
 * Photographs a racer before the start; Enter takes the picture and continues. Without a camera, or on the guest's
 * wish, it continues with a reason for the audit trail.
 */
export function PhotoDialog({ racer, needsReason = true, onDone, onClose }: PhotoDialogProps) {
  const { t } = useText()
  const camera = useCamera()
  const { kind } = camera.state
  const [typed, setTyped] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const main = useRef<HTMLButtonElement>(null)
  useFocusOnOpen(() => main.current)

  // Without a camera the reason is filled in.
  const reason = typed ?? (kind === 'failed' ? t('photo.reason.noCamera') : '')
  const without = () => {
    if (reason.trim() !== '' && !isSending) onDone({ noPhoto: reason.trim() })
  }
  const take = async () => {
    if (isSending || kind === 'opening') return
    setSending(true)
    setError(null)
    try {
      const file = await camera.take()
      if (!file) return
      const { result } = await upload(racerPhotos.upload.path, file)
      onDone({ photoId: racerPhotos.upload.result.parse(result).id })
    } catch (cause) {
      playSound('error')
      setError(cause)
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal
      open
      width={560}
      title={t('photo.title', { racer })}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => (isSending ? undefined : onClose())}
    >
      <Form layout="vertical" className="pl-photo" onFinish={() => void (kind === 'failed' ? without() : take())}>
        {camera.state.kind === 'failed' ? (
          <Alert
            type="warning"
            showIcon
            title={t(camera.state.problem)}
            action={<Button onClick={camera.again}>{t('photo.again')}</Button>}
          />
        ) : (
          <div className="pl-photo-frame" aria-busy={kind === 'opening'}>
            {kind === 'opening' ? <Skeleton.Node active>{t('photo.starting')}</Skeleton.Node> : null}
            <video ref={camera.video} muted playsInline aria-label={t('photo.preview')} data-live={kind === 'live'} />
          </div>
        )}
        {camera.cameras.length > 1 ? (
          <Form.Item label={t('photo.camera')}>
            <Select
              aria-label={t('photo.camera')}
              value={camera.cameraId}
              options={camera.cameras.map(({ deviceId, label }, at) => ({
                value: deviceId,
                label: label || t('photo.cameraNumber', { number: at + 1 }),
              }))}
              onChange={camera.choose}
            />
          </Form.Item>
        ) : null}
        {needsReason ? (
          <Form.Item label={t('photo.noPhoto')} htmlFor={REASON_ID} extra={t('photo.withoutHint')}>
            <Input
              id={REASON_ID}
              value={reason}
              maxLength={100}
              disabled={isSending}
              onChange={(event) => setTyped(event.target.value)}
              onPressEnter={(event) => {
                // A typed reason counts, whatever the camera shows.
                if (reason.trim() === '') return
                event.preventDefault()
                without()
              }}
            />
          </Form.Item>
        ) : null}
        {error ? <Alert type="error" showIcon title={textOfError(t, error)} /> : null}
        <footer className="pl-dialog-foot">
          <Button disabled={isSending} onClick={onClose}>
            <kbd>Esc</kbd> {t('action.cancel')}
          </Button>
          {kind === 'failed' || !needsReason ? null : (
            <Button disabled={isSending || reason.trim() === ''} onClick={without}>
              {t('photo.without')}
            </Button>
          )}
          <Button
            ref={main}
            type="primary"
            htmlType="submit"
            loading={isSending || kind === 'opening'}
            disabled={kind === 'failed' && (!needsReason || reason.trim() === '')}
          >
            <kbd>Enter</kbd> {t(kind === 'failed' && needsReason ? 'photo.without' : 'photo.take')}
          </Button>
        </footer>
      </Form>
    </Modal>
  )
}
