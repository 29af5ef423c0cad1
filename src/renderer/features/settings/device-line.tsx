import { useText } from '#renderer/core/locale.ts'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { DeviceState } from '#shared/ipc/devices.ts'

const toneOf: Record<DeviceState, Tone> = {
  off: 'neutral',
  idle: 'success',
  opening: 'info',
  ready: 'success',
  lost: 'error',
  error: 'error',
}

/** The current state of a device. */
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
      <ToneTag tone={toneOf[state]}>{t(`device.state.${state}`)}</ToneTag> {detail.filter(Boolean).join(' · ')}
    </p>
  )
}
