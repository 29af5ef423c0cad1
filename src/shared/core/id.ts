import { v7 } from 'uuid'

/** A new UUIDv7, which sorts by creation time. The creator of a row makes its id, also on a terminal. */
export const newId = (): string => v7()
