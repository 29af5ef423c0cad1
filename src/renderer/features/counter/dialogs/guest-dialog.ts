/**
 * The dialogs for a guest: registration, search by face, recharge, deposit return, void of the last sale, details, cards, agreement;
 * storing a thing in the cloakroom and collecting it; signing up for an event.
 */
export type GuestDialog =
  | 'registration'
  | 'face'
  | 'recharge'
  | 'deposits'
  | 'void'
  | 'glance'
  | 'cards'
  | 'agreement'
  | 'store'
  | 'collect'
  | 'events'
