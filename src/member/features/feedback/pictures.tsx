import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '#member/core/locale.ts'
import { Notice } from '#member/ui/states.tsx'
import { smallJpeg } from '#renderer/core/files/small-jpeg.ts'
import { MAX_FEEDBACK_PICTURES } from '#shared/features/feedback/feedback-words.schema.ts'
import type { Picture } from './feedback.ts'

interface PicturesProps {
  pictures: readonly Picture[]
  isBusy: boolean
  onChange(pictures: readonly Picture[]): void
}

/** The pictures of the form: each can be removed, and more can be added up to the limit. */
export function Pictures({ pictures, isBusy, onChange }: PicturesProps) {
  const { t } = useText()
  const add = useMutation({
    mutationFn: smallJpeg,
    onSuccess: (file) => onChange([...pictures, { sentAs: '', file }]),
  })
  return (
    <div className="m-field">
      <span className="m-hint">{t('memberVoice.pictures', { most: MAX_FEEDBACK_PICTURES })}</span>
      <div className="m-pictures">
        {pictures.map((picture, index) => (
          <span key={picture.sentAs || picture.file?.lastModified} className="m-picture-chosen">
            <Preview file={picture.file} alt={t('memberVoice.picture', { number: index + 1 })} />
            <button
              type="button"
              disabled={isBusy || add.isPending}
              aria-label={t('memberVoice.removePicture', { number: index + 1 })}
              onClick={() => onChange(pictures.filter((one) => one !== picture))}
            >
              ×
            </button>
          </span>
        ))}
        {pictures.length < MAX_FEEDBACK_PICTURES ? (
          <label className="m-picture-add" aria-busy={add.isPending || undefined}>
            <span aria-hidden="true">+</span>
            <input
              type="file"
              accept="image/*"
              className="m-hidden"
              disabled={isBusy || add.isPending}
              aria-label={t('memberVoice.addPicture')}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                // The same file may be chosen again after a failure.
                target.value = ''
                if (file) add.mutate(file)
              }}
            />
          </label>
        ) : null}
      </div>
      {add.error ? <Notice tone="error" text={t('memberVoice.badPicture')} /> : null}
    </div>
  )
}

/** A chosen picture; of one that was sent before the page was loaded, only its place. */
function Preview({ file, alt }: { file: File | null; alt: string }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url === '' ? <span role="img" aria-label={alt} /> : <img src={url} alt={alt} />
}
