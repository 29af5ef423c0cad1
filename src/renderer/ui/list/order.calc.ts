/** The rows with one moved to a new position; the same array where nothing changes or the position is invalid. */
export function moved<R extends { id: string }>(rows: readonly R[], id: string, to: number): readonly R[] {
  const from = rows.findIndex((row) => row.id === id)
  const row = rows[from]
  if (!row || from === to || to < 0 || to >= rows.length) return rows
  return rows.toSpliced(from, 1).toSpliced(to, 0, row)
}
