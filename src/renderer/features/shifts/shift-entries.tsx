import { useText } from '#renderer/core/locale.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import type { ShiftEntry } from '#shared/features/shifts/shifts.schema.ts'

/** The cash put into the drawer and taken out. */
export function ShiftEntries({ entries }: { entries: readonly ShiftEntry[] }) {
  const { t } = useText()
  if (entries.length === 0) return null
  return (
    <>
      <h3>{t('shift.entries')}</h3>
      <ul className="pl-shift-lines">
        {entries.map(({ id, kind, amount, reason, createTime, createBy }) => (
          <li key={id}>
            <span title={createTime}>{createTime.slice(11, 16)}</span>
            <span>{[t(`shift.${kind}`), reason, createBy].join(' · ')}</span>
            <Money value={kind === 'cashIn' ? amount : -amount} />
          </li>
        ))}
      </ul>
    </>
  )
}
