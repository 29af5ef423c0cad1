export { advanceEvents } from './events.service.ts'
