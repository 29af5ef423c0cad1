import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface SqlFile {
  name: string
  statements: string
  /** A hash that shows whether the text has changed since it was applied. */
  hash: string
}

export async function readSqlFile(folder: URL, name: string): Promise<SqlFile> {
  // Git may have converted line ends, which is no change.
  const statements = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { name, statements, hash: createHash('sha256').update(statements).digest('hex') }
}
