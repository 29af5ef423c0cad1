/** What a message says; undefined where it is no JSON. */
export function parsed(payload: Buffer | string): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
