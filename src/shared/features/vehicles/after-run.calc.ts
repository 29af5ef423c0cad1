import type { Vehicle } from './vehicles.contract.ts'

/** What a vehicle is when its run is over: idle, unless it is to be out of service then. */
export const afterRun = ({ condition }: Pick<Vehicle, 'condition'>): Vehicle['state'] =>
  condition === 'ready' ? 'idle' : condition
