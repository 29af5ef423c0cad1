const granted: readonly string[] = [
  // Chromium asks for these when a page connects to the venue's network or to this computer: that is our server.
  'local-network',
  'local-network-access',
  'loopback-network',
  // Copying a number out of a table; reading the clipboard stays refused.
  'clipboard-sanitized-write',
]

/** What our own pages may: these few things, and the camera for a racer's photograph. No page of ours listens. */
export const isGranted = (permission: string, media: readonly (string | undefined)[] = []): boolean =>
  granted.includes(permission) || (permission === 'media' && media.length > 0 && media.every((one) => one === 'video'))
