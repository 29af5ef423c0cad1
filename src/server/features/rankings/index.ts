export { heatStandings } from './heats.repository.ts'
