export { type CurrentUser, type Grant, openCurrentUser } from './current-user.ts'
export { type AccessClient, createSession, type Session } from './session.ts'
