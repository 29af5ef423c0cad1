/** What a message says; undefined where it is no JSON. */
export function parsePayload(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
