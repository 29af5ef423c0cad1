import { Button, Upload } from 'antd'
import { useState } from 'react'
import { upload } from '#renderer/core/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { apiBase } from '#renderer/core/server-address.ts'
import { files, STATIC_PATH } from '#shared/features/system/files.contract.ts'

/** A form's field for an MP4 file: its path below `static`. */
export function VideoField({
  value = '',
  onChange,
  id,
}: {
  value?: string
  onChange?(path: string): void
  id?: string
}) {
  const { t } = useText()
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const take = async (file: File) => {
    setPercent(0)
    setProblem('')
    try {
      const { message } = await upload(
        files.upload.path,
        file,
        { biz: 'promo' },
        { onProgress: (share) => setPercent(share === null ? 0 : Math.round(share * 100)) },
      )
      onChange?.(message)
    } catch (error) {
      setProblem(textOfError(t, error))
    } finally {
      setPercent(null)
    }
  }
  return (
    <div className="pl-video-field">
      {value ? (
        <video src={`${apiBase()}${STATIC_PATH}/${value}`} controls muted aria-label={t('promo.preview')} />
      ) : null}
      <Upload
        accept="video/mp4"
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button id={id} loading={percent !== null}>
          {percent === null ? t('promo.fileChoose') : t('promo.uploading', { percent })}
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
