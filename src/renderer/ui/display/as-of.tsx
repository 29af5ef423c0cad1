import { useText } from '#renderer/core/locale.ts'
import { DEFAULT_ZONE, formatTime } from '#shared/core/time.ts'
import './covers.css'

/** Of when the figures of a page or panel are, where they are some seconds old; nothing where they are up to date. */
export function AsOf({ at }: { at: number | undefined }) {
  const { t } = useText()
  if (at === undefined) return null
  const time = formatTime(new Date(at), DEFAULT_ZONE, 'HH:mm:ss')
  return (
    <time className="pl-covers" dateTime={new Date(at).toISOString()} title={t('asOf.hint')}>
      {t('asOf', { time })}
    </time>
  )
}
