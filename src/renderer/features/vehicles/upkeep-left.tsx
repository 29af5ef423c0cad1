import { useText } from '#renderer/core/locale.ts'
import type { UpkeepDue } from '#shared/features/vehicles/upkeep.contract.ts'

/** What is left until a plan is due, or by how much it is overdue. */
export function LeftOfPlan({ due: { left, unit } }: { due: Pick<UpkeepDue, 'left' | 'unit'> }) {
  const { t } = useText()
  const count = Math.abs(left)
  return (
    <span className="pl-amount">
      {t(left > 0 ? 'upkeep.leftOf' : 'upkeep.overBy', { count, unit: t(`upkeep.unit.${unit}`) })}
    </span>
  )
}
