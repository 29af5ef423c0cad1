import { v7 } from 'uuid'

/** A new UUIDv7, which sorts by creation time. The creator of a row makes its id, also on a terminal. */
export const newId = (): string => v7()

/** Whether a value has the form of an id, so that it may be compared with a column of type `uuid`. */
export const isUuid = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
