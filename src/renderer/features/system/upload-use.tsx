import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import './upload-use.css'

const MEGABYTE = 1_048_576
const NEARLY_FULL = 0.9

/** A size in megabytes: whole, with one decimal below ten. */
const inMegabytes = (bytes: number): string => {
  const size = bytes / MEGABYTE
  return `${size < 10 ? Math.round(size * 10) / 10 : Math.round(size)} MB`
}

/** The upload quota used by the user and by the store. */
export function UploadUse() {
  const { t } = useText()
  const use = useQuery({
    queryKey: ['crud', 'ossFiles', 'use'],
    queryFn: async () => (await client.ossFiles.use()).result,
  })
  if (!use.data) return null
  const { person, store } = use.data
  const lines = [
    { label: t('files.usePerson'), ...person },
    { label: t('files.useStore'), ...store },
  ]
  return (
    <dl className="pl-upload-use">
      {lines.map(({ label, used, most }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {t('files.useOf', { used: inMegabytes(used), most: inMegabytes(most) })}
            <Progress
              aria-hidden="true"
              percent={Math.min(100, (used / most) * 100)}
              status={used / most >= NEARLY_FULL ? 'exception' : 'normal'}
              showInfo={false}
              size="small"
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
