import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal, Select } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useStoppedVehicles } from '#renderer/features/gateway/index.ts'
import { useVehicles } from '#renderer/features/vehicles/index.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'
import { MAX_CHARGE_VEHICLES } from '#shared/features/sessions/charge.schema.ts'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'
import { partyOf } from './cue.calc.ts'
import { freeFor, proposed } from './heat.calc.ts'
import { useRide } from './queue-tag.tsx'
import { refreshFloor, useQueue } from './use-queue.ts'
import './queue.css'

interface StartDialogProps {
  /** The entry to start, with its party; other entries can be added. */
  entry: QueueEntry
  onClose(): void
}

/** Starts one ride or a heat, each on a free vehicle; all or none. */
export function StartDialog({ entry, onClose }: StartDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const rideOf = useRide()
  const queue = useQueue()
  const { data: all = [], isSuccess: knowsVehicles } = useVehicles()
  const stopped = useStoppedVehicles(true)
  const vehicles = all.filter(({ id }) => !stopped.has(id))
  // The initial choice: the party, as far as vehicles are free.
  const [chosenIds, setIds] = useState<string[] | null>(null)
  const [picked, setPicked] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const startButton = useRef<HTMLButtonElement>(null)
  // Until the vehicles are loaded the button cannot be focused; then Enter starts the proposal.
  useFocusOnOpen(() => startButton.current, knowsVehicles)

  const queued = queue.data?.records ?? []
  const party = partyOf(entry, queued).slice(0, MAX_CHARGE_VEHICLES)
  const free = proposed(party, vehicles, { queue: queued })
  const ids = chosenIds ?? party.map(({ id }) => id).filter((id) => id === entry.id || free[id])
  // Entries that have left the queue meanwhile stay visible; the server refuses with the reason.
  const candidates = [...queued, entry]
  const heat = ids.flatMap((id) => candidates.find((one) => one.id === id) ?? [])
  const chosen = proposed(heat, vehicles, { picked, queue: queued })
  const others = queued.filter(({ id, sysOrgCode }) => sysOrgCode === entry.sysOrgCode && !ids.includes(id))
  const starts = heat.map(({ id }) => ({ id, vehicleId: chosen[id] ?? '' }))
  const lacks = starts.some(({ vehicleId }) => vehicleId === '')

  const send = async () => {
    if (isBusy || lacks) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { starts }
      await withKey(body, (key) => client.queue.start({ key, body }))
      playSound('done')
      void message.success(t('queue.startedCount', { count: starts.length }))
      onClose()
      void refreshFloor()
    } catch (error) {
      playSound('error')
      setFailure(error)
      await refreshFloor()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('queue.startTitle')}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button ref={startButton} type="primary" loading={isBusy} disabled={lacks} onClick={() => void send()}>
            {t('queue.startCount', { count: starts.length })}
          </Button>
        </>
      }
    >
      <ul className="pl-heat">
        {heat.map((one) => (
          <li key={one.id}>
            <strong>{one.ticketNo}</strong>
            <span>
              {one.racer}
              <small>
                {one.people > 1 ? `${rideOf(one)} · ${t('queue.people', { count: one.people })}` : rideOf(one)}
              </small>
            </span>
            <Select
              aria-label={`${t('records.vehicle')} ${one.ticketNo}`}
              placeholder={t('queue.chooseVehicle')}
              value={chosen[one.id] || undefined}
              onChange={(vehicleId: string) => setPicked({ ...chosen, [one.id]: vehicleId })}
              options={freeFor(one, vehicles, chosen).map(({ id, name }: Vehicle) => ({ value: id, label: name }))}
              notFoundContent={t('queue.noneFree')}
              showSearch={{ optionFilterProp: 'label' }}
            />
            {ids.length > 1 ? (
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('queue.leaveHeat', { ticket: one.ticketNo })}
                onClick={() => setIds(ids.filter((id) => id !== one.id))}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {others[0] && ids.length < MAX_CHARGE_VEHICLES ? (
        <Button type="dashed" block icon={<PlusOutlined />} onClick={() => setIds([...ids, others[0]?.id ?? ''])}>
          {t('queue.addToHeat', { ticket: others[0].ticketNo, racer: others[0].racer })}
        </Button>
      ) : null}
      {failure ? <Alert className="pl-heat-problem" type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}
