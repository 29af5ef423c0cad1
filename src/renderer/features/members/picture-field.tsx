import { Button, Upload } from 'antd'
import { useState } from 'react'
import { upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { squareOf } from '#renderer/ui/form/square-picture.ts'
import { files } from '#shared/features/system/files.contract.ts'

interface PictureFieldProps {
  /** The path of the stored picture; the form value. */
  value?: string
  onChange?(path: string): void
}

/** A form field for a picture: view, replace, remove. */
export function PictureField({ value = '', onChange }: PictureFieldProps) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const choose = async (file: File) => {
    setBusy(true)
    setProblem('')
    try {
      const square = await squareOf(file).catch(() => null)
      if (!square) return setProblem(t('account.pictureBad'))
      onChange?.((await upload(files.upload.path, square, { biz: 'member' })).message)
    } catch (error) {
      setProblem(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="pl-member-picture">
      <PersonPicture avatar={value} name="" size={48} />
      <Upload
        accept="image/*"
        showUploadList={false}
        beforeUpload={(file) => {
          void choose(file)
          return false
        }}
      >
        <Button loading={isBusy}>{t('member.pictureChoose')}</Button>
      </Upload>
      {value === '' ? null : <Button onClick={() => onChange?.('')}>{t('member.pictureRemove')}</Button>}
      <span role="alert">{problem}</span>
    </div>
  )
}
