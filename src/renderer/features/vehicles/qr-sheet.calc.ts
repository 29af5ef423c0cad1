/** The layout of QR codes on an A4 page. */
export const SHEETS = {
  large: { columns: 2, rows: 4, pixels: 180 },
  small: { columns: 3, rows: 6, pixels: 110 },
} as const

export type SheetSize = keyof typeof SHEETS

/** Splits the codes into pages. */
export function pagesOf<T>(all: readonly T[], size: SheetSize): T[][] {
  const { columns, rows } = SHEETS[size]
  const each = columns * rows
  return Array.from({ length: Math.ceil(all.length / each) }, (_, page) => all.slice(page * each, (page + 1) * each))
}
