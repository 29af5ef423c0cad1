import { Tag } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import type { DeviceState } from '#shared/ipc/devices.ts'

const colours: Record<DeviceState, string> = {
  off: 'default',
  idle: 'green',
  opening: 'blue',
  ready: 'green',
  lost: 'red',
  error: 'red',
}

/** What a device is doing now. */
export function DeviceLine({
  state,
  detail,
  testId,
}: {
  state: DeviceState
  detail: (string | undefined)[]
  testId: string
}) {
  const { t } = useText()
  return (
    <p className="pl-device-line" role="status" data-testid={testId}>
      <Tag color={colours[state]}>{t(`device.state.${state}`)}</Tag>
      {detail.filter(Boolean).join(' · ')}
    </p>
  )
}
