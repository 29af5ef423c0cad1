export { advanceEvents } from './events.service.ts'
export { matchOnScreen } from './match-screen.service.ts'
