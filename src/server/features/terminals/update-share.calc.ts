import { createHash } from 'node:crypto'

/**
 * Whether a terminal is in the first so many percent that install a release. The same terminals stay in when the share grows; each release
 * has others first.
 */
export function isInShare(terminalId: string, version: string, share: number): boolean {
  const fraction = createHash('sha256').update(`${version} ${terminalId}`).digest().readUInt32BE(0) / 2 ** 32
  return fraction * 100 < share
}
