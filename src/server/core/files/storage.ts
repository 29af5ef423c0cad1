import type { Readable } from 'node:stream'

/** The bytes `start` to `end` of a file, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredFile {
  /** Its path relative to the storage, such as `photos/202601/<random id>.png`. */
  path: string
  size: number
  modifiedAt: Date
}

/**
 * Where files are stored, by their paths: the data folder, or an S3 server. Files never change once they are stored.
 *
 * Throws `files.unavailable` when the storage does not answer or refuses; the cause is the error's `cause`.
 */
export interface Storage {
  /** Moves a file of this computer to a path that does not exist yet. */
  take(from: string, path: string): Promise<void>
  /** Stores a file under a path; an existing one, from an earlier attempt, has the same content. */
  write(path: string, content: AsyncIterable<Buffer>): Promise<void>
  find(path: string): Promise<StoredFile | null>
  /** Opens a file; null if there is none. */
  open(path: string, range?: ByteRange): Promise<Readable | null>
  /** Removes a file; a missing one is not an error. */
  remove(path: string): Promise<void>
  /** All files below a folder, such as `photos/`, or all with an empty string, sorted by path. */
  list(folder: string): AsyncIterable<StoredFile>
  /** Throws `StorageRefused` if the settings are wrong. */
  check(): Promise<void>
}

/** The storage refuses this server: wrong key, secret or bucket. */
export class StorageRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StorageRefused'
  }
}

/** Whether a path stays in the storage. Other tools may have put something else there, such as the folder objects of an S3 console. */
export const isInside = (path: string): boolean =>
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !/[\\\p{Cc}]/u.test(path)

/** Throws for a path that leads out of the storage. */
export function requireInside(path: string): void {
  if (!isInside(path)) throw new Error(`not a path of a stored file: ${JSON.stringify(path)}`)
}
