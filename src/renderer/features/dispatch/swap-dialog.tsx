import { Alert, Button, Checkbox, Input, Modal } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { Floor, FloorRun, FloorVehicle } from '#shared/features/dispatch/dispatch.schema.ts'
import { fits } from './floor.calc.ts'

interface SwapDialogProps {
  floor: Floor
  vehicle: FloorVehicle & { run: FloorRun }
  onClose(isDone: boolean): void
}

/** Moves a run to a free vehicle; the old one may go out of service. */
export function SwapDialog({ floor, vehicle, onClose }: SwapDialogProps) {
  const { t } = useText()
  const { run } = vehicle
  const free = floor.vehicles.filter((one) => one.sysOrgCode === vehicle.sysOrgCode && fits(one, run))
  const [chosen, setChosen] = useState<string | null>(null)
  const [maintain, setMaintain] = useState(false)
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const choices = useRef<HTMLFieldSetElement>(null)
  useFocusOnOpen(() => choices.current?.querySelector('button'))
  const vehicleId = free.find(({ id }) => id === chosen)?.id
  const send = async () => {
    if (isBusy || !vehicleId) return
    setBusy(true)
    setFailure(null)
    const body = { id: run.id, vehicleId, maintain, reason: maintain ? reason : '' }
    try {
      await withKey(body, (key) => client.dispatch.swap({ key, body }))
      onClose(true)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: ['floor'] })
    }
  }
  return (
    <Modal
      open
      width={520}
      title={t('dispatch.swapTitle', { vehicle: vehicle.name })}
      mask={{ closable: false }}
      onCancel={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={!vehicleId || (maintain && reason.trim() === '')}
            onClick={() => void send()}
          >
            {t('dispatch.swap')}
          </Button>
        </>
      }
    >
      <fieldset ref={choices} className="pl-swap-vehicles" aria-label={t('dispatch.vehicleId')}>
        {free.map((one) => (
          <button key={one.id} type="button" aria-pressed={one.id === chosen} onClick={() => setChosen(one.id)}>
            {one.name}
          </button>
        ))}
        {free.length === 0 ? <p>{t('dispatch.noneFree')}</p> : null}
      </fieldset>
      <Checkbox checked={maintain} onChange={({ target }) => setMaintain(target.checked)}>
        {t('dispatch.maintainOf', { vehicle: vehicle.name })}
      </Checkbox>
      {maintain ? (
        <Input
          autoFocus
          maxLength={200}
          value={reason}
          placeholder={t('dispatch.reason')}
          aria-label={t('dispatch.reason')}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
