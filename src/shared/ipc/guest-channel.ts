/** The one channel that the guests' screen hears; by itself, so that the preload brings nothing else along. */
export const GUEST_CHANNEL = 'guest:picture'
