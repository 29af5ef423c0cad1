export { byUrgency, clockText, runClock } from './floor.calc.ts'
export { useFloor, useServerTime } from './use-floor.ts'
export { VehicleOnFloor } from './vehicle-on-floor.tsx'
