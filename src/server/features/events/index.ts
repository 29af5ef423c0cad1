export { canSignUpAt } from './event-sign-ups.repository.ts'
export { addSignUp, advanceEvents, optionsOf } from './events.service.ts'
export { matchOnScreen } from './match-screen.service.ts'
