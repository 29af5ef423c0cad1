import type { Venue } from './venue/venue.ts'

/** The other store of the demo chain, whose members ride at `STORE` in tests of shared cards. */
export const HOME = 'A01A02'

/** Switches the shared cards of the demo chain on or off. */
export const shareCards = ({ inEveryStore }: Venue, sharedCards: 'YES' | 'NO' = 'YES') =>
  inEveryStore((trx) => trx.updateTable('store').set({ sharedCards }).where('orgCode', '=', 'A01').execute())
