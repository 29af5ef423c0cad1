import type { MenuEntry } from '#renderer/ui/layout/frame.ts'

export const isSamePath = (one: string, other: string): boolean =>
  one.replace(/\/$/, '').toLowerCase() === other.replace(/\/$/, '').toLowerCase()

export const pageAt = <P extends { key: string }>(all: readonly P[], path: string): P | undefined =>
  all.find(({ key }) => isSamePath(key, path))

/** The menu entry of a path, at any depth. */
export const menuEntryAt = (entries: readonly MenuEntry[], path: string): MenuEntry | undefined =>
  entries.find(({ key }) => isSamePath(key, path)) ??
  entries.map((entry) => menuEntryAt(entry.children, path)).find(Boolean)
