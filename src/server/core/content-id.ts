import { hash } from 'node:crypto'

/** An id derived from a content (a UUID of version 8): equal contents have equal ids. */
export function idFrom(...content: readonly unknown[]): string {
  const digits = hash('sha256', JSON.stringify(content))
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}
