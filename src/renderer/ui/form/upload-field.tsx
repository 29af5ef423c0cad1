import { Button, Upload } from 'antd'
import { type ReactNode, useState } from 'react'
import { shownAddress } from '#renderer/core/addresses/shown-address.ts'
import { upload } from '#renderer/core/files/files.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { files } from '#shared/features/system/files.contract.ts'
import './upload-field.css'

/** The props that a form passes to its field. */
export interface FormField {
  value?: string
  onChange?(path: string): void
  id?: string
}

interface UploadFieldProps extends FormField {
  accept: string
  /** The server's folder for the file. */
  folder: string
  choose: string
  /** The button's text while uploading; omitted where uploads take no noticeable time. */
  sending?(percent: number): string
  /** Prepares the file before upload; throws where the file cannot be used. */
  prepare?(file: File): Promise<File>
  /** Renders the stored file. */
  preview(address: string): ReactNode
}

/** A form field for an uploaded file; its value is the path below `static`. */
export function UploadField(props: UploadFieldProps) {
  const { value = '', onChange, id, accept, folder, choose, sending, prepare, preview } = props
  const { t } = useText()
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const take = async (file: File): Promise<void> => {
    setPercent(0)
    setProblem('')
    try {
      const sent = prepare ? await prepare(file) : file
      const onProgress = (share: number | null): void => setPercent(Math.round((share ?? 0) * 100))
      const { message } = await upload(files.upload.path, sent, { biz: folder }, { onProgress })
      onChange?.(message)
    } catch (error) {
      setProblem(typeof error === 'string' ? error : textOfError(t, error))
    } finally {
      setPercent(null)
    }
  }
  const shown = shownAddress(value)
  return (
    <div className="pl-upload-field">
      {shown ? preview(shown) : null}
      <Upload
        accept={accept}
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file)
          return false
        }}
      >
        <Button id={id} loading={percent !== null}>
          {percent === null || !sending ? choose : sending(percent)}
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
