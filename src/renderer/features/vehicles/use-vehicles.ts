import { useQuery } from '@tanstack/react-query'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { Option } from '#renderer/ui/crud/crud-types.ts'
import { MAX_PICKED_ROWS } from '#shared/core/picking.ts'

/** The vehicles in use of the store, in their order. */
export function useVehicles() {
  return useQuery({
    queryKey: ['fleet', 'vehicles'],
    queryFn: async () => (await client.vehicles.listOfStore({ query: { pageSize: MAX_PICKED_ROWS } })).result.records,
  })
}

/** The same to choose from. */
export const useVehicleOptions = (): Option[] =>
  (useVehicles().data ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** The types of the store; a vehicle stores the name of its type. */
export const useTypes = () =>
  useQuery({
    queryKey: ['fleet', 'types'],
    queryFn: async () => (await client.vehicleTypes.list({ query: { pageSize: 200 } })).result.records,
  })

/** The same to choose from. */
export const useTypeOptions = (): Option[] => (useTypes().data ?? []).map(({ name }) => ({ value: name, label: name }))

/** The upkeep plans as options. */
export function usePlanOptions(): Option[] {
  const plans = useQuery({
    queryKey: ['fleet', 'plans'],
    queryFn: async () => (await client.upkeepPlans.list({ query: { pageSize: 200 } })).result.records,
  })
  return (plans.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
}

/** Formats seconds: `12:05`, or `1:04:10` from an hour on. */
export function useLength(): (seconds: number | null) => string {
  const { t } = useText()
  return (seconds) => {
    if (seconds === null) return t('gamelog.state.RUNNING')
    const two = (part: number) => String(part).padStart(2, '0')
    const hours = Math.floor(seconds / 3600)
    const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    return hours > 0 ? `${hours}:${rest}` : rest
  }
}
