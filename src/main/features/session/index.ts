export { type AccessClient, createSession, type Grant, type Session } from './session.ts'
