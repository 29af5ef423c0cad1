import { v7 } from 'uuid'

/** A new UUIDv7: sorts by the time it was made; whoever creates a row makes its id. */
export const newId = (): string => v7()
