import { Alert, Button } from 'antd'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { Floor } from '#shared/features/dispatch/dispatch.schema.ts'
import type { Plan } from './use-plan.ts'

/** Starts all planned rides together. */
export function StartBar({ floor, plan }: { floor: Floor; plan: Plan }) {
  const { t } = useText()
  if (plan.starts.length === 0 && !plan.failure) return null
  const pairs = plan.starts.map(({ entryId, vehicleId }) => {
    const entry = floor.entries.find(({ id }) => id === entryId)
    const vehicle = floor.vehicles.find(({ id }) => id === vehicleId)
    return `${entry?.ticketNo ?? ''} → ${vehicle?.name ?? ''}`
  })
  return (
    <footer className="pl-start-bar">
      {plan.failure ? <Alert type="error" showIcon title={textOfError(t, plan.failure)} /> : null}
      {pairs.length > 0 ? (
        <div>
          <p>{pairs.join(t('vehicle.comma'))}</p>
          <Button size="large" disabled={plan.isBusy} onClick={plan.clear}>
            <kbd>Esc</kbd> {t('dispatch.clear')}
          </Button>
          <Button size="large" type="primary" loading={plan.isBusy} onClick={plan.start}>
            <kbd>Enter</kbd> {t('dispatch.start', { count: pairs.length })}
          </Button>
        </div>
      ) : null}
    </footer>
  )
}
