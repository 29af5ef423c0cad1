/** Parses JSON; returns undefined if it is invalid. */
export function parsePayload(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
