import { useNow } from '#renderer/core/hooks.ts'
import { type Translate, useText } from '#renderer/core/locale.ts'
import { DEFAULT_ZONE, formatTime, fromWireTime } from '#shared/core/time.ts'

/** A wire time: short as text, in full on hover. */
export function When({ value, zone = DEFAULT_ZONE }: { value: string; zone?: string }) {
  const at = fromWireTime(value)
  return (
    <time dateTime={at.toISOString()} title={formatTime(at, zone)} className="pl-amount">
      {formatTime(at, zone, 'MM-DD HH:mm:ss')}
    </time>
  )
}

/** How long ago a time was, as text. */
export function agoText(t: Translate, at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (minutes < 1) return t('time.ago.now')
  if (minutes < 60) return t('time.ago.minutes', { count: minutes })
  if (minutes < 1440) return t('time.ago.hours', { count: Math.floor(minutes / 60) })
  return t('time.ago.days', { count: Math.floor(minutes / 1440) })
}

export function Ago({ at }: { at: string }) {
  const { t } = useText()
  return <time dateTime={at}>{agoText(t, at, useNow(30_000))}</time>
}
