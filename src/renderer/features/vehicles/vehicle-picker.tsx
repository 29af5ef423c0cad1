import { Button } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { asContains } from '#renderer/ui/crud/crud-state.ts'
import { PickerDialog } from '#renderer/ui/picker/picker.tsx'
import { type ChosenProps, PickerField } from '#renderer/ui/picker/picker-field.tsx'
import type { Vehicle } from '#shared/features/vehicles/vehicles.contract.ts'

const NAME = 'vehicles'
/** The list shows only these devices (spec §7, pickers). */
const DEVICE_TYPE = 'VEHICLE'

interface VehiclePickerProps {
  chosen?: Vehicle[]
  multiple?: boolean
  /** Only vehicles of this type. */
  vehicleType?: string
  /** Stores the choice. */
  onPreselect(vehicles: Vehicle[]): void
  /** Starts at once on the chosen vehicles; absent where not possible or not permitted. */
  onDispatch?: ((vehicles: Vehicle[]) => void) | undefined
  onClose(): void
}

const nameOf = ({ name }: Vehicle): string => name

/** Picks vehicles of the current store; the buttons say what happens with the choice (spec §2). */
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
        return (await client.vehicles.listOfStore({ query })).result
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

/** A form field with a vehicle's id, filled by the picker. */
export const VehiclePickerField = (props: ChosenProps) => (
  <PickerField<Vehicle>
    {...props}
    name={NAME}
    nameOf={nameOf}
    restore={async (id, pageSize) => {
      const query = { id, pageSize, deviceType: DEVICE_TYPE }
      return (await client.vehicles.listOfStore({ query })).result.records
    }}
    dialog={(chosen, confirm, close) => <VehiclePicker chosen={chosen} onPreselect={confirm} onClose={close} />}
  />
)
