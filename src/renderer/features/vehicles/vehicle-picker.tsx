import { Button } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { asContains } from '#renderer/ui/crud-state.ts'
import { PickerDialog } from '#renderer/ui/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker-field.tsx'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

const NAME = 'vehicles'
/** Spec §7, pickers: the vehicle list is asked for these devices alone. */
const DEVICE_TYPE = 'VEHICLE'

interface VehiclePickerProps {
  chosen?: Vehicle[]
  multiple?: boolean
  /** Only vehicles of this type. */
  vehicleType?: string
  /** Keeps the choice for later. */
  onPreselect(vehicles: Vehicle[]): void
  /** Starts what is being prepared on the chosen ones at once; absent where nothing is, or nobody may. */
  onDispatch?: ((vehicles: Vehicle[]) => void) | undefined
  onClose(): void
}

const nameOf = ({ name }: Vehicle): string => name

/** Chooses vehicles of the current store; its buttons say what becomes of the choice (spec §2). */
export function VehiclePicker({ chosen, multiple, vehicleType, onPreselect, onDispatch, onClose }: VehiclePickerProps) {
  const { t } = useText()
  return (
    <PickerDialog<Vehicle>
      name={NAME}
      filters={{ vehicleType }}
      title={t('vehiclePicker.title')}
      searchLabel={t('vehiclePicker.search')}
      columns={[
        { name: 'name', title: 'records.vehicle' },
        { name: 'vehicleType', title: 'vehiclePicker.type' },
        { name: 'state', title: 'records.state', render: ({ state }) => t(`vehicle.state.${state}`) },
        { name: 'racer', title: 'records.racer' },
      ]}
      nameOf={nameOf}
      load={async ({ word, pageNo, pageSize }) => {
        const query = { name: asContains(word), vehicleType, deviceType: DEVICE_TYPE, pageNo, pageSize }
        return (await client.vehicles.listorgcode({ query })).result
      }}
      chosen={chosen}
      multiple={multiple}
      buttons={(selected) => (
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" disabled={selected.length === 0} onClick={() => onPreselect(selected)}>
            {t('vehiclePicker.preselect')}
          </Button>
          {onDispatch ? (
            <Button
              disabled={selected.length === 0 || selected.some(({ state }) => state !== 'idle')}
              onClick={() => onDispatch(selected)}
            >
              {t('vehiclePicker.dispatch')}
            </Button>
          ) : null}
        </>
      )}
      onConfirm={onPreselect}
      onClose={onClose}
    />
  )
}

/** A field with a vehicle's id, which the picker fills. */
export const VehiclePickerField = (props: ChosenProps) => (
  <PickerField<Vehicle>
    {...props}
    name={NAME}
    nameOf={nameOf}
    restore={async (id, pageSize) => {
      const query = { id, pageSize, deviceType: DEVICE_TYPE }
      return (await client.vehicles.listorgcode({ query })).result.records
    }}
    dialog={(chosen, confirm, close) => <VehiclePicker chosen={chosen} onPreselect={confirm} onClose={close} />}
  />
)
