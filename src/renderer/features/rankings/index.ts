export { HeatPlace } from './heat-place.tsx'
