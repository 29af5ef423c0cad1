export { heatStandings } from './heats.repository.ts'
export { personalBests } from './personal-bests.repository.ts'
export { bestsOnScreen } from './rankings.repository.ts'
export { rankingOf } from './rankings.service.ts'
