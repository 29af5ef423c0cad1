const granted: readonly string[] = [
  // Chromium requires these to connect to the local network or this computer, where our server is.
  'local-network',
  'local-network-access',
  'loopback-network',
  // Copying from tables; reading the clipboard is refused.
  'clipboard-sanitized-write',
]

/** Whether our pages get a permission: those above, and the camera for photos. Never the microphone. */
export const isGranted = (permission: string, media: readonly (string | undefined)[] = []): boolean =>
  granted.includes(permission) || (permission === 'media' && media.length > 0 && media.every((one) => one === 'video'))
