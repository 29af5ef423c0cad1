import { Select, type SelectProps } from 'antd'
import { Link } from 'react-router'
import { useText } from '#renderer/core/locale.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'

const TYPES = 'vehicles/SysVehicleTypeList'

/** Selects a vehicle type; without types it links to the page that adds one. */
export function TypeSelect({ types, ...select }: Omit<SelectProps, 'options'> & { types: Option[] }) {
  const { t } = useText()
  const page = useFrame().pathOf(TYPES)
  return (
    <Select
      options={types}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={page ? <Link to={page}>{t('vehicle.noTypes')}</Link> : t('vehicle.noTypes')}
      {...select}
    />
  )
}
