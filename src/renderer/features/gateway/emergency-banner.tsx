import { WarningFilled } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import type { EmergencyStop, VehicleStopState } from '#shared/features/gateway/emergency.contract.ts'
import { useEmergencies, useEmergencyCommands } from './use-emergency.ts'
import './emergency.css'

/** The emergency stops in force, the vehicles that have not confirmed them, and the release for users with the permission. */
export function EmergencyBanner({ enabled = true }: { enabled?: boolean }) {
  const stops = useEmergencies(enabled)
  const [releasing, setReleasing] = useState<EmergencyStop | null>(null)
  if (stops.length === 0) return null
  return (
    <div className="pl-emergency-banner" role="alert">
      {stops.map((stop) => (
        <StopLine key={`${stop.id} ${stop.sysOrgCode}`} stop={stop} onRelease={() => setReleasing(stop)} />
      ))}
      {releasing ? <ReleaseDialog stop={releasing} onClose={() => setReleasing(null)} /> : null}
    </div>
  )
}

function StopLine({ stop, onRelease }: { stop: EmergencyStop; onRelease(): void }) {
  const { t } = useText()
  const mayRelease = useMay('emergency:release')
  const { vehicles, vehicleType, vehicleIds, stoppedBy, stopTime } = stop
  const named = (state: VehicleStopState): string =>
    vehicles
      .filter((one) => one.state === state)
      .map(({ name }) => name)
      .join(t('vehicle.comma'))
  const standing = vehicles.filter(({ state }) => state === 'stands').length
  const [asked, silent] = [named('asked'), named('silent')]
  const what =
    vehicleType ?? (vehicleIds ? vehicles.map(({ name }) => name).join(t('vehicle.comma')) : t('emergency.all'))
  return (
    <div className="pl-emergency-line">
      <WarningFilled aria-hidden="true" />
      <p>
        <strong>{t('emergency.inForce', { what })}</strong>
        <span>
          {t('emergency.by', { by: stoppedBy || '—', time: stopTime.slice(11) })} ·{' '}
          {t('emergency.standing', { count: standing, of: vehicles.length })}
        </span>
        {asked ? <em>{t('emergency.asked', { vehicles: asked })}</em> : null}
        {silent ? <em>{t('emergency.silent', { vehicles: silent })}</em> : null}
      </p>
      {mayRelease ? <Button onClick={onRelease}>{t('emergency.release')}</Button> : null}
    </div>
  )
}

function ReleaseDialog({ stop, onClose }: { stop: EmergencyStop; onClose(): void }) {
  const { t } = useText()
  const { release, isBusy } = useEmergencyCommands()
  const [remark, setRemark] = useState('')
  const confirm = async (): Promise<void> => {
    if (await release(stop, remark.trim())) onClose()
  }
  return (
    <Modal
      open
      title={t('emergency.release')}
      okText={t('emergency.releaseNow')}
      okButtonProps={{ loading: isBusy, danger: true }}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('emergency.releaseHint')}</p>
      <Input
        value={remark}
        maxLength={200}
        aria-label={t('emergency.remark')}
        placeholder={t('emergency.remark')}
        onChange={({ target }) => setRemark(target.value)}
      />
    </Modal>
  )
}
