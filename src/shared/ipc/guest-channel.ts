/** The only channel of the guest screen; in a separate file, so that its preload bundles nothing else. */
export const GUEST_CHANNEL = 'guest:picture'
