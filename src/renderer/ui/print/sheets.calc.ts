/** How many cells an A4 sheet has. */
export interface SheetLayout {
  columns: number
  rows: number
}

/** Divides cells into sheets. */
export function sheetsOf<T>(all: readonly T[], { columns, rows }: SheetLayout): T[][] {
  const each = columns * rows
  return Array.from({ length: Math.ceil(all.length / each) }, (_, sheet) => all.slice(sheet * each, (sheet + 1) * each))
}
