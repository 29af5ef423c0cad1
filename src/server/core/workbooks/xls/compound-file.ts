/** The signature of a compound file, the container of Office documents before 2007. */
const SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const HEADER_BYTES = 512
/** Number of header entries that list sectors of the allocation table; a larger file lists the rest in a chain of sectors. */
const HEADER_TABLE = 109
const ENTRY_BYTES = 128
/** Sector numbers from here on mean something else: the end of a chain, a free sector. */
const LAST_SECTOR = 0xfffffffa
const STREAM = 2
const ROOT = 5

export const isCompoundFile = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE)

/**
 * Returns the stream of the first name that exists, or null. Throws if a chain of sectors is cyclic or leaves the file, before it
 * uses more memory than the file's size.
 */
export function streamOf(file: Buffer, names: readonly string[]): Buffer | null {
  const sectorBytes = shifted(file.readUInt16LE(30), 9, 12)
  const miniBytes = shifted(file.readUInt16LE(32), 6, 6)
  const sector = (id: number): Buffer => {
    const from = (id + 1) * sectorBytes
    if (from >= file.length) throw new Error('A sector lies outside of the compound file')
    return file.subarray(from, from + sectorBytes)
  }
  const table = allocationTable(file, sector, sectorBytes)
  const joined = (first: number): Buffer => Buffer.concat(chainOf(first, table, file.length / sectorBytes).map(sector))

  const directory = joined(file.readUInt32LE(48))
  const entries: { name: string; type: number; first: number; size: number }[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(directory.readUInt16LE(at + 64), 64)
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(nameBytes - 2, 0)),
      type: directory.readUInt8(at + 66),
      first: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    })
  }
  const wanted = names.map((name) => entries.find((entry) => entry.type === STREAM && entry.name === name))
  const found = wanted.find((entry) => entry !== undefined)
  if (!found) return null
  if (found.size >= file.readUInt32LE(56)) return joined(found.first).subarray(0, found.size)
  // Small streams are stored within the root's stream, in small sectors with an allocation table of their own.
  const root = entries.find(({ type }) => type === ROOT)
  const shared = joined(root?.first ?? LAST_SECTOR)
  const miniTable = numbersOf(joined(file.readUInt32LE(60)))
  const parts = chainOf(found.first, miniTable, shared.length / miniBytes).map((id) =>
    shared.subarray(id * miniBytes, (id + 1) * miniBytes),
  )
  return Buffer.concat(parts).subarray(0, found.size)
}

function shifted(shift: number, least: number, most: number): number {
  if (shift < least || shift > most) throw new Error('The compound file has sectors of no known size')
  return 2 ** shift
}

const numbersOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

/** The allocation table: the successor of each sector. Its own sectors are listed in the header and in a chain after it. */
function allocationTable(file: Buffer, sector: (id: number) => Buffer, sectorBytes: number): number[] {
  const ids = numbersOf(file.subarray(HEADER_BYTES - HEADER_TABLE * 4, HEADER_BYTES))
  const perSector = sectorBytes / 4 - 1
  let next = file.readUInt32LE(68)
  for (let count = 0; next < LAST_SECTOR; count++) {
    if (count * sectorBytes > file.length) throw new Error('A chain of the compound file goes round')
    const more = numbersOf(sector(next))
    ids.push(...more.slice(0, perSector))
    next = more[perSector] ?? LAST_SECTOR
  }
  const used = ids.filter((id) => id < LAST_SECTOR)
  if (used.length * sectorBytes > file.length) throw new Error('The allocation table is longer than the compound file')
  return used.flatMap((id) => numbersOf(sector(id)))
}

function chainOf(first: number, table: readonly number[], most: number): number[] {
  const chain: number[] = []
  for (let id = first; id < LAST_SECTOR; id = table[id] ?? LAST_SECTOR) {
    if (chain.push(id) > most) throw new Error('A chain of the compound file goes round')
  }
  return chain
}
