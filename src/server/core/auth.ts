import type { SignedIn } from './slice.ts'

export interface Auth {
  /** Who holds this token now, or null where it is unknown, expired, revoked or its user frozen. */
  find(tokenHash: string): Promise<SignedIn | null>
}
