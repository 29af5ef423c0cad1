export interface SheetRow {
  /** The number that a spreadsheet program shows beside the row. */
  line: number
  cells: string[]
}

/** The most characters that a spreadsheet program stores in one cell. */
export const MAX_TEXT = 32_767
