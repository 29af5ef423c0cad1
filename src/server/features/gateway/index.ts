export { type BoxKey, startSimulatedBox } from './simulated-box.client.ts'
export { type SimulatedHopper, startSimulatedHopper } from './simulated-hopper.client.ts'
