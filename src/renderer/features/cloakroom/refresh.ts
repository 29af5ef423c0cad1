import { queryClient } from '#renderer/core/query.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { FREE_PLACES } from './place-select.tsx'

/** Reads the lists again after a thing was stored, moved or taken out. */
export const refreshCloakroom = (): Promise<unknown> =>
  Promise.all([
    refreshList('cloakroomItems'),
    refreshList('cloakroomPlaces'),
    queryClient.invalidateQueries({ queryKey: FREE_PLACES }),
  ])
