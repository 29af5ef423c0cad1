import { DownOutlined, WarningFilled } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useEmergencyCommands } from './use-emergency.ts'
import './emergency.css'

/** The emergency stop button: one press stops all vehicles of the store without a confirmation; its menu, those of one type. */
export function EmergencyButton({
  types = [],
  isBig = false,
  isShort = false,
}: {
  types?: readonly string[]
  isBig?: boolean
  /** A short label for narrow layouts. */
  isShort?: boolean
}) {
  const { t } = useText()
  const may = useMay('emergency:stop')
  const { stop, isBusy } = useEmergencyCommands()
  if (!may) return null
  const whole = t('emergency.stopAll')
  const short = isShort ? t('emergency.stop') : whole
  const items = types.map((type) => ({ key: type, label: t('emergency.stopType', { type }) }))
  return (
    <span className={isBig ? 'pl-emergency pl-emergency-big' : 'pl-emergency'}>
      <button
        type="button"
        disabled={isBusy}
        title={t('emergency.stopAllHint')}
        aria-label={short === whole ? undefined : `${short} · ${whole}`}
        onClick={() => void stop({})}
      >
        <WarningFilled aria-hidden="true" /> {short}
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

/** Stops one vehicle immediately: a separate bar below the controls of its run, so that it cannot be confused with them. */
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
