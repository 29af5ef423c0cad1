export { createIdentity, type Identity } from './terminal-identity.ts'
