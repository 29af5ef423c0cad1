import { namedSource } from '#server/core/search/named-source.ts'
import { stateText } from '#server/core/search/state-text.ts'
import { vehicleResource } from '#shared/features/vehicles/vehicles.schema.ts'
import { fleetStatements } from './fleet.repository.ts'
import type { VehicleRow } from './vehicles.repository.ts'

/** Vehicles by name, or by the number of their card or box. */
export const vehicleSource = namedSource<VehicleRow>({
  kind: 'vehicle',
  definition: vehicleResource,
  statements: fleetStatements,
  table: 'vehicle',
  codes: ['card_name', 'rf_card', 'imei'],
  details: async ({ vehicleType, cardName, condition }, ctx, deps) => ({
    notes: [vehicleType, cardName].filter(Boolean),
    state: condition === 'ready' ? '' : await stateText(deps, ctx, 'vehicle_condition', condition),
  }),
})
