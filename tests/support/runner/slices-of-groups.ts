import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = join(import.meta.dirname, '..', '..', '..', 'src', 'shared', 'contracts.ts')

/** The slice with the contract of each group of calls, by the group's name (`positions`, `users`). */
export function slicesOfGroups(): Map<string, string> {
  const lines = readFileSync(LIST, 'utf8').matchAll(/^ {2}(\w+): async\b[^:]*?import\('\.\/features\/([\w-]+)\//gm)
  return new Map(Array.from(lines, ([, group = '', slice = '']) => [group, slice]))
}
