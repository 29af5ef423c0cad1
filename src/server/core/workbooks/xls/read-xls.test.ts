import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbook } from '#server/core/workbooks/excel.read.ts'
import { AppError } from '#shared/core/errors.ts'
import { readXls } from './read-xls.ts'

/** Workbooks that another program has written (Perl's Spreadsheet::WriteExcel). */
const workbook = (name: string): Buffer =>
  readFileSync(fileURLToPath(new URL(`../../../../../tests/support/workbooks/${name}`, import.meta.url)))

let path: string
beforeAll(async () => {
  path = join(await mkdtemp(join(tmpdir(), 'pitlane-xls-')), 'damaged.xls')
})
afterAll(() => rm(dirname(path), { recursive: true }))

const LIMITS = { maxRows: 1000, maxColumns: 200 }
const pace = async () => undefined
const POSITIONS = 150

const SECTOR = 512
/** Offsets of the file's header: the sector size, and the positions of the directory and the allocation tables. */
const SECTOR_SHIFT = 30
const DIRECTORY = 48
const MORE_TABLES = 68
const FIRST_TABLE = 76

function followedByItself(file: Buffer): void {
  const table = (file.readUInt32LE(FIRST_TABLE) + 1) * SECTOR
  const directory = file.readUInt32LE(DIRECTORY)
  file.writeUInt32LE(directory, table + directory * 4)
}

/** Reads a file and returns the code of its refusal, if any; other errors fail the test. */
async function outcomeOf(bytes: Buffer): Promise<string> {
  await writeFile(path, bytes)
  try {
    expect((await readWorkbook(path, LIMITS.maxRows)).length).toBeLessThanOrEqual(LIMITS.maxRows)
    return 'read'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A copy with some bytes replaced; the same ones for the same seed. */
function damaged(file: Buffer, seed: number): Buffer {
  const copy = Buffer.from(file)
  let state = seed
  for (let count = 0; count < 8; count++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    copy[state % copy.length] = state >>> 16
  }
  return copy
}

describe('an .xls', () => {
  it('is read with cells of every kind', async () => {
    expect(await readXls(workbook('kinds-of-cells.xls'), LIMITS, pace)).toEqual([
      { line: 1, cells: ['text', 'spaced', '文字'] },
      { line: 2, cells: ['12', '-7', '3.14159', '0.01', '1234.56', '13800001111'] },
      { line: 3, cells: ['3', 'ab'] },
      // Days since 1899-12-30, as in an .xlsx.
      { line: 4, cells: ['46056.25'] },
      { line: 21, cells: ['', '', '', '', '', 'far'] },
    ])
  })

  it('is read with shared strings that continue in a second record, in one or two bytes per character', async () => {
    const rows = await readXls(workbook('positions.xls'), LIMITS, pace)
    expect(rows).toHaveLength(POSITIONS + 3)
    const [first] = rows.slice(3)
    expect(first).toEqual({ line: 4, cells: ['X1', '职务名称第1号长', '2'] })
    for (const [index, { cells }] of rows.slice(3).entries()) {
      const number = index + 1
      const name =
        number % 2 === 1
          ? `职务名称第${number}号${'长'.repeat(number % 31)}`
          : `Position ${number} ${'x'.repeat(number % 37)}`.trim()
      expect(cells).toEqual([`X${number}`, name, String((number % 5) + 1)])
    }
  })

  it('is refused as soon as it has more rows than allowed', async () => {
    const read = readXls(workbook('positions.xls'), { ...LIMITS, maxRows: 100 }, pace)
    await expect(read).rejects.toThrow('excel.tooManyRows')
  })

  it('is given up when its time is over', async () => {
    const over = () => Promise.reject(new AppError('excel.tooSlow'))
    await expect(readXls(workbook('positions.xls'), LIMITS, over)).rejects.toThrow('excel.tooSlow')
  })

  it('is refused or read within the limits when it is damaged', async () => {
    const file = workbook('positions.xls')
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= 300; seed++) outcomes.add(await outcomeOf(damaged(file, seed)))
    for (let length = 8; length < file.length; length += 257) outcomes.add(await outcomeOf(file.subarray(0, length)))
    expect([...outcomes].sort()).toEqual(['excel.notAWorkbook', 'read'])
  })

  it.each<[string, (file: Buffer) => void]>([
    ['its directory begins outside of it', (file) => void file.writeUInt32LE(0x00ff_ffff, DIRECTORY)],
    ['its table lies outside of it', (file) => void file.writeUInt32LE(0x00ff_ffff, FIRST_TABLE)],
    ['a sector is followed by itself', followedByItself],
    [
      'more tables follow each other for ever',
      (file) => {
        // The last value is the number of the next sector: its own, so the chain is cyclic.
        file.writeUInt32LE(0, MORE_TABLES)
        file.writeUInt32LE(0, SECTOR * 2 - 4)
      },
    ],
    ['its sectors have no size', (file) => void file.writeUInt16LE(200, SECTOR_SHIFT)],
    ['it is of Excel 95', (file) => void file.writeUInt16LE(0x0500, file.indexOf(Buffer.from('0908', 'hex')) + 4)],
  ])('is refused where %s', async (_, change) => {
    const file = workbook('positions.xls')
    change(file)
    expect(await outcomeOf(file)).toBe('excel.notAWorkbook')
  })
})
