import { useText } from '#renderer/core/locale.ts'
import { type FormField, UploadField } from '#renderer/ui/form/upload-field.tsx'

/** A form field for an MP4 file. */
export function VideoField(field: FormField) {
  const { t } = useText()
  return (
    <UploadField
      {...field}
      folder="promo"
      accept="video/mp4"
      choose={t('promo.fileChoose')}
      sending={(percent) => t('promo.uploading', { percent })}
      preview={(address) => <video src={address} controls muted aria-label={t('promo.preview')} />}
    />
  )
}
