import { Button, Upload } from 'antd'
import { useState } from 'react'
import { upload } from '#renderer/core/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { apiBase } from '#renderer/core/server-address.ts'
import { files, STATIC_PATH } from '#shared/features/system/files.contract.ts'

/** Pixels of its longer side: what a phone takes is a hundred times as large as what is shown. */
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

/** A stored picture as it is fetched. */
export const photoAddress = (photo: string): string => `${apiBase()}${STATIC_PATH}/${photo}`

/** A form's field for a photo: its path below `static`. */
export function PhotoField({
  value = '',
  onChange,
  id,
}: {
  value?: string
  onChange?(path: string): void
  id?: string
}) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const take = async (file: File) => {
    setBusy(true)
    setProblem('')
    try {
      const small = await smaller(file).catch(() => null)
      if (!small) return setProblem(t('vehicle.photoBad'))
      const { message } = await upload(files.upload.path, small, { biz: 'vehicle' })
      onChange?.(message)
    } catch (error) {
      setProblem(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="pl-photo-field">
      {value ? <img src={photoAddress(value)} alt={t('vehicle.photo')} /> : null}
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button id={id} loading={isBusy}>
          {t('vehicle.photoChoose')}
        </Button>
      </Upload>
      {value ? (
        <Button type="link" onClick={() => onChange?.('')}>
          {t('action.delete')}
        </Button>
      ) : null}
      <span role="alert">{problem}</span>
    </div>
  )
}
