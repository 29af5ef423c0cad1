import type { FrameLine } from '#renderer/ui/layout/frame.ts'

export const isSamePath = (one: string, other: string): boolean =>
  one.replace(/\/$/, '').toLowerCase() === other.replace(/\/$/, '').toLowerCase()

export const pageAt = <P extends { key: string }>(all: readonly P[], path: string): P | undefined =>
  all.find(({ key }) => isSamePath(key, path))

/** The menu entry of a path, at any depth. */
export const lineAt = (lines: readonly FrameLine[], path: string): FrameLine | undefined =>
  lines.find(({ key }) => isSamePath(key, path)) ?? lines.map((line) => lineAt(line.lines, path)).find(Boolean)
