import { existsSync } from 'node:fs'

const candidates = [
  // Without the parts that only a window needs: pages open in half the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of tests without a window; throws where none is installed. */
export function chromiumPath(): string {
  const path = process.env.PITLANE_CHROMIUM ?? candidates.find(existsSync)
  if (path === undefined) throw new Error('Chromium is missing: apt-get install chromium')
  return path
}
