export { requireVenue } from './venue.repository.ts'
