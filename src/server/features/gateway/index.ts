export { type BoxKey, startSimulatedBox } from '#server/features/gateway/simulation/simulated-box.client.ts'
export {
  type SimulatedHopper,
  startSimulatedHopper,
} from '#server/features/gateway/simulation/simulated-hopper.client.ts'
