/** A call as its caller sends it, and the answer, both as on the wire. */
interface CallExample {
  body?: unknown
  answer: unknown
}

/**
 * Examples of the calls that others use most, from real answers. `tests/contract/api-examples.test.ts` makes the calls and fails when an
 * answer has another form; with `PITLANE_WRITE_EXAMPLES=1` it writes this file.
 */
export const examples: Readonly<Record<string, CallExample>> = {}
