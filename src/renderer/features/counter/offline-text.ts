import type { Translate } from '#renderer/core/locale.ts'
import { agoText } from '#renderer/ui/display/when.tsx'
import type { ConnectionState } from '#shared/ipc/contract.ts'

/** The offline text of the strip: role in the cluster, entries waiting, and age of the data. */
export function offlineText(
  t: Translate,
  { waiting, snapshotAt, hub: { role, hub, members, passesOn } }: ConnectionState,
  takenAt: string | undefined,
  now: number,
): string {
  const dataAt = snapshotAt ?? takenAt
  const ago = dataAt ? ` · ${t('strip.data', { ago: agoText(t, dataAt, now) })}` : ''
  if (role === 'member') return `${t(passesOn ? 'strip.passedOn' : 'strip.withHub', { hub, waiting })}${ago}`
  if (role === 'hub') return `${t('strip.isHub', { count: members, waiting })}${ago}`
  return dataAt
    ? t('strip.offlineLine', { waiting, ago: agoText(t, dataAt, now) })
    : t('strip.offlineNoData', { waiting })
}
