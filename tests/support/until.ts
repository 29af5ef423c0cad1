import { vi } from 'vitest'

/** How long anything may take on the slowest machine, in ms; waiting ends as soon as the condition holds. */
export const PATIENCE_MS = 60_000

/** Far less than a socket's own time-outs, and enough for the slowest machine: separates detection from a timeout. */
export const SOON_MS = 20_000

/** Waits until an expectation holds, and returns its result. */
export const until = <T>(expectation: () => T | Promise<T>, interval = 30, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(expectation, { timeout, interval })
