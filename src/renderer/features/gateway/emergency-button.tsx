import { DownOutlined, WarningFilled } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useEmergencyCommands } from './use-emergency.ts'
import './emergency.css'

/** The big red button: one press stops every vehicle of the store, without a question; beside it, those of a type alone. */
export function EmergencyButton({
  types = [],
  isBig = false,
  isShort = false,
}: {
  types?: readonly string[]
  isBig?: boolean
  /** Where there is little room. */
  isShort?: boolean
}) {
  const { t } = useText()
  const may = useMay('emergency:stop')
  const { stop, isBusy } = useEmergencyCommands()
  if (!may) return null
  const items = types.map((type) => ({ key: type, label: t('emergency.stopType', { type }) }))
  return (
    <span className={isBig ? 'pl-emergency pl-emergency-big' : 'pl-emergency'}>
      <button
        type="button"
        disabled={isBusy}
        title={t('emergency.stopAllHint')}
        aria-label={isShort ? `${t('emergency.stop')} · ${t('emergency.stopAll')}` : undefined}
        onClick={() => void stop({})}
      >
        <WarningFilled aria-hidden="true" /> {t(isShort ? 'emergency.stop' : 'emergency.stopAll')}
      </button>
      {items.length > 1 ? (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => void stop({ vehicleType: key }) }}>
          <button type="button" disabled={isBusy} aria-label={t('emergency.stopSome')}>
            <DownOutlined aria-hidden="true" />
          </button>
        </Dropdown>
      ) : null}
    </span>
  )
}

/** Stops one vehicle at once: a bar of its own below everything that only concerns its run, so that no other control can be taken for it. */
export function StopVehicleButton({ vehicleId, name }: { vehicleId: string; name: string }) {
  const { t } = useText()
  const may = useMay('emergency:stop')
  const { stop, isBusy } = useEmergencyCommands()
  if (!may) return null
  return (
    <span className="pl-emergency pl-emergency-vehicle">
      <button
        type="button"
        disabled={isBusy}
        aria-label={t('emergency.stopOne', { vehicle: name })}
        onClick={() => void stop({ vehicleIds: [vehicleId] })}
      >
        <WarningFilled aria-hidden="true" /> {t('emergency.stopThis', { vehicle: name })}
      </button>
    </span>
  )
}
