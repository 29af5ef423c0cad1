export { type BoxKey, startSimulatedBox } from './simulated-box.client.ts'
