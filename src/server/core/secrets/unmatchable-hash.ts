/**
 * A hash that no password has, with the work of a real one. Verifying against it takes as long as a wrong password, so that the duration
 * does not reveal which users or stores exist.
 */
export const UNMATCHABLE_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
