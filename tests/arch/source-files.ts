import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
}

/** The project's own files, tests included, that match one of the patterns. */
export function sourceFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: ['node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)
