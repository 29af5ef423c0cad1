import { hash } from 'node:crypto'

/** The hash of a token. Only its owner has the token itself; the server stores and compares hashes. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url')
