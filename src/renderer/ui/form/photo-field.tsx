import { useText } from '#renderer/core/locale.ts'
import { type FormField, UploadField } from './upload-field.tsx'

/** The longer side in px; a phone's photo is about a hundred times larger than needed. */
const LONGER_SIDE = 960

async function smaller(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, LONGER_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.85))
  if (!blob) throw new Error('the picture cannot be drawn')
  return new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}

/** A form field for a photo, which is scaled down before upload. */
export function PhotoField({ folder, ...field }: FormField & { folder: string }) {
  const { t } = useText()
  return (
    <UploadField
      {...field}
      folder={folder}
      accept="image/*"
      choose={t('vehicle.photoChoose')}
      prepare={(file) => smaller(file).catch(() => Promise.reject(t('vehicle.photoBad')))}
      preview={(address) => <img src={address} alt={t('vehicle.photo')} />}
    />
  )
}
