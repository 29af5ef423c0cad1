import type { Vehicle } from './vehicles.contract.ts'

/** Returns the state of a vehicle after its run: idle, unless it is marked to go out of service. */
export const afterRun = ({ condition }: Pick<Vehicle, 'condition'>): Vehicle['state'] =>
  condition === 'ready' ? 'idle' : condition
