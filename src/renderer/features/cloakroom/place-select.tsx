import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'

/** The query of the places that are free now. */
export const FREE_PLACES = ['cloakroomPlaces', 'free']
const freePlaces = async (): Promise<Option[]> => {
  const query = { isActive: 'YES', inUse: 'NO', column: 'indexNumber', order: 'asc', pageSize: 200 } as const
  const { records } = (await client.cloakroomPlaces.list({ query })).result
  return records.map(({ id, placeName, placeKind_dictText }) => ({
    value: id,
    label: [placeName, placeKind_dictText].filter(Boolean).join(' · '),
  }))
}

/** The first place that is free now. */
export async function firstFreePlace(): Promise<string | undefined> {
  const places = await queryClient.fetchQuery({ queryKey: FREE_PLACES, queryFn: freePlaces })
  return places[0]?.value
}

/** Selects a free place, or none for a thing behind the counter. `current`: where the thing is now. */
export function PlaceSelect({ current, ...select }: SelectProps & { current?: Option | undefined }) {
  const { t } = useText()
  const places = useQuery({ queryKey: FREE_PLACES, queryFn: freePlaces })
  return (
    <Select
      allowClear
      placeholder={t('cloakroom.counter')}
      options={[...(current ? [current] : []), ...(places.data ?? [])]}
      loading={places.isPending}
      showSearch={{ optionFilterProp: 'label' }}
      {...select}
    />
  )
}
