import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Popconfirm, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { type Consent, SigningForm } from '#renderer/features/agreements/index.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { newId } from '#shared/core/id.ts'
import { FACE_MODEL } from '#shared/features/faces/face-template.calc.ts'
import type { MemberFace } from '#shared/features/faces/member-faces.contract.ts'
import { FaceCamera } from './face-camera.tsx'

interface MemberFaceDialogProps {
  userId: string
  name: string
  onClose(): void
}

/** The face of a member: consent by signature, enrolment at the camera, and withdrawal. */
export function MemberFaceDialog({ userId, name, onClose }: MemberFaceDialogProps) {
  const { t } = useText()
  const [isEnrolling, setEnrolling] = useState(false)
  const queryKey = ['memberFace', userId]
  const face = useQuery({
    queryKey,
    queryFn: async () => (await client.memberFaces.state({ query: { userId } })).result,
  })
  const { data } = face
  const changed = async () => {
    setEnrolling(false)
    await queryClient.invalidateQueries({ queryKey })
  }
  return (
    <Modal
      open
      width={640}
      title={t('face.title', { name })}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {face.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {face.error ? <ErrorBlock error={face.error} retry={() => void face.refetch()} /> : null}
      {data && isEnrolling ? (
        <Enrolling face={data} userId={userId} onDone={() => void changed()} onClose={() => setEnrolling(false)} />
      ) : null}
      {data && !isEnrolling ? (
        <FaceState
          face={data}
          userId={userId}
          onEnrol={() => setEnrolling(true)}
          onChanged={() => void changed()}
          onClose={onClose}
        />
      ) : null}
    </Modal>
  )
}

interface FaceStateProps {
  face: MemberFace
  userId: string
  onEnrol(): void
  onChanged(): void
  onClose(): void
}

function FaceState({
  face: { enrolled, isOn, consent, keepDays },
  userId,
  onEnrol,
  onChanged,
  onClose,
}: FaceStateProps) {
  const { t } = useText()
  const [failure, setFailure] = useState<unknown>(null)
  const withdraw = async () => {
    setFailure(null)
    try {
      await client.memberFaces.withdraw({ body: { userId } })
      onChanged()
    } catch (error) {
      playSound('error')
      setFailure(error)
    }
  }
  return (
    <div className="pl-face">
      {enrolled ? (
        <p>{t('face.isEnrolled', { time: enrolled.enrolTime, name: enrolled.enrolBy, version: enrolled.version })}</p>
      ) : (
        <p>{t('face.notEnrolled')}</p>
      )}
      <p>{t('face.kept', { days: keepDays })}</p>
      {isOn ? null : <Alert type="warning" showIcon title={t('error.faces.off')} />}
      {consent.text ? null : <EmptyBlock title={t('face.noConsent')} hint={t('face.noConsentHint')} />}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>
          <kbd>Esc</kbd> {t('action.close')}
        </Button>
        {enrolled ? (
          <Popconfirm title={t('face.withdrawAsk')} okButtonProps={{ danger: true }} onConfirm={withdraw}>
            <Button danger>{t('face.withdraw')}</Button>
          </Popconfirm>
        ) : null}
        <Button type="primary" disabled={!isOn || !consent.text} onClick={onEnrol}>
          {t(enrolled ? 'face.enrolAgain' : 'face.enrol')}
        </Button>
      </footer>
    </div>
  )
}

interface EnrollingProps {
  face: MemberFace
  userId: string
  onDone(): void
  onClose(): void
}

/** First the consent, then the camera; both are stored in one call. */
function Enrolling({ face: { consent }, userId, onDone, onClose }: EnrollingProps) {
  const { t } = useText()
  const [signed, setSigned] = useState<Consent | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = useRef({ key: newId(), faceTemplate: '' })
  if (!consent.text) return null
  if (!signed)
    return (
      <SigningForm
        current={consent}
        text={consent.text}
        okText={t('face.consent')}
        onSign={setSigned}
        onClose={onClose}
      />
    )
  const save = async (faceTemplate: string) => {
    setFailure(null)
    if (attempt.current.faceTemplate !== faceTemplate) attempt.current = { key: newId(), faceTemplate }
    const { key } = attempt.current
    try {
      await client.memberFaces.enrol({ body: { userId, ...signed, model: FACE_MODEL, faceTemplate }, key })
      onDone()
    } catch (error) {
      playSound('error')
      setFailure(error)
    }
  }
  return (
    <div className="pl-face">
      {failure ? (
        <Alert
          type="error"
          showIcon
          title={textOfError(t, failure)}
          action={<Button onClick={() => void save(attempt.current.faceTemplate)}>{t('photo.again')}</Button>}
        />
      ) : (
        <FaceCamera onRead={(template) => void save(template)} />
      )}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>
          <kbd>Esc</kbd> {t('action.cancel')}
        </Button>
      </footer>
    </div>
  )
}
