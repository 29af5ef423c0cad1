import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Modal, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { FACE_MODEL } from '#shared/features/faces/face-template.calc.ts'
import type { FaceCandidate } from '#shared/features/faces/member-faces.contract.ts'
import { FaceCamera } from './face-camera.tsx'
import './faces.css'

interface FindByFaceProps {
  /** The member whom the cashier has confirmed. */
  onFound(userId: string): void
  onClose(): void
}

/** Searches a member by the face; nobody is taken before the cashier confirms. */
export function FindByFace({ onFound, onClose }: FindByFaceProps) {
  const { t } = useText()
  const [turn, setTurn] = useState(0)
  const search = useMutation({
    mutationFn: async (faceTemplate: string) =>
      (await client.memberFaces.identify({ body: { model: FACE_MODEL, faceTemplate } })).result.candidates,
  })
  const retry = () => {
    search.reset()
    setTurn((old) => old + 1)
  }
  return (
    <Modal open width={560} title={t('face.find')} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <div className="pl-face">
        {search.isIdle ? <FaceCamera key={turn} onRead={(template) => search.mutate(template)} /> : null}
        {search.isPending ? <Skeleton active avatar paragraph={{ rows: 2 }} /> : null}
        {search.error ? <Alert type="error" showIcon title={textOfError(t, search.error)} /> : null}
        {search.data?.length === 0 ? <Alert type="info" showIcon title={t('face.noneFound')} /> : null}
        {search.data && search.data.length > 0 ? <Candidates found={search.data} onFound={onFound} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>
            <kbd>Esc</kbd> {t('action.cancel')}
          </Button>
          {search.isIdle || search.isPending ? null : <Button onClick={retry}>{t('photo.again')}</Button>}
        </footer>
      </div>
    </Modal>
  )
}

function Candidates({ found, onFound }: { found: readonly FaceCandidate[]; onFound(userId: string): void }) {
  const { t } = useText()
  const first = useRef<HTMLButtonElement>(null)
  useFocusOnOpen(() => first.current)
  return (
    <>
      <p>{t('face.confirm')}</p>
      <ul className="pl-face-candidates">
        {found.map((one, at) => (
          <li key={one.userId}>
            <button type="button" ref={at === 0 ? first : null} onClick={() => onFound(one.userId)}>
              <PersonPicture avatar={one.avatar} name={one.name} size={72} />
              <span>
                <strong>{one.name}</strong>
                <span>
                  {one.userId} · {one.phone || t('glance.noPhone')}
                </span>
                <small>
                  {[one.memberLevel_dictText, t('face.similar', one)].filter((word) => word !== '').join(' · ')}
                </small>
                {one.avatar === '' ? <small>{t('face.noPicture')}</small> : null}
              </span>
              <span>
                {one.frozen ? <ToneTag tone="error">{t('counter.member.frozen')}</ToneTag> : null}
                {one.havePassword === 'YES' ? <ToneTag tone="info">{t('counter.member.password')}</ToneTag> : null}
                {at === 0 ? <kbd>Enter</kbd> : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
