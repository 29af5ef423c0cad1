import { vi } from 'vitest'

/** How long anything may take on the slowest machine; whoever waits goes on as soon as it is so. */
export const PATIENCE_MS = 60_000

/** Far less than a socket's own time-outs, and enough for the slowest machine: tells what is noticed from what only runs out. */
export const SOON_MS = 20_000

/** Waits until what it expects is so, and answers what that came to. */
export const until = <T>(expectation: () => T | Promise<T>, interval = 30, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(expectation, { timeout, interval })
