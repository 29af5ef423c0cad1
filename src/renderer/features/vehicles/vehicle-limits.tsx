import { App, Button, Form, InputNumber, Segmented } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { type Translate, textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'

/** Neutral and four gears (spec §9). */
const GEARS = [0, 1, 2, 3, 4]

export const gearText = (t: Translate, gear: number): string =>
  gear === 0 ? t('vehicle.gear.0') : t('vehicle.gear.some', { gear })

/** The maximum gear and speed of a vehicle; sent to its box at once. */
export function VehicleLimits({ vehicle }: { vehicle: RowOf<'vehicles'> }) {
  const { t } = useText()
  const { message } = App.useApp()
  const may = useMay('vehiclebox:limit')
  const [gear, setGear] = useState(vehicle.gearLimit)
  const [speed, setSpeed] = useState(vehicle.speedLimit)
  const [isBusy, setBusy] = useState(false)
  if (!may || vehicle.condition === 'scrapped') return null
  const isChanged = gear !== vehicle.gearLimit || speed !== vehicle.speedLimit
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.vehicleBoxes.limit({ body: { vehicleId: vehicle.id, gear, speed } })
      await queryClient.invalidateQueries({ queryKey: ['fleet'] })
      await refreshList('vehicles')
      void message.success(t('message.updated'))
    } catch (error) {
      void message.error(textOfError(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <h3>{t('vehicle.limits')}</h3>
      <Form layout="vertical" onFinish={() => void save()}>
        <Form.Item label={t('gateway.gear')} extra={t('vehicle.limitsHint')}>
          <Segmented
            block
            aria-label={t('gateway.gear')}
            value={gear}
            onChange={setGear}
            // Five fit on a phone; the label says that they are gears.
            options={GEARS.map((value) => ({ value, label: value === 0 ? gearText(t, value) : String(value) }))}
          />
        </Form.Item>
        <Form.Item label={t('gateway.speed')} htmlFor="vehicle-speed">
          <InputNumber
            id="vehicle-speed"
            min={10}
            max={100}
            precision={0}
            value={speed}
            onChange={(value) => setSpeed(value ?? vehicle.speedLimit)}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" disabled={!isChanged} loading={isBusy}>
          {t('action.save')}
        </Button>
      </Form>
    </>
  )
}
