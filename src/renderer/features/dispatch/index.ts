export { RunningVehicles } from './running-vehicles.tsx'
