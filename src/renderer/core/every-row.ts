/** Reads all rows of a list in pages of 200. */
export async function everyRow<R>(read: (pageNo: number) => Promise<{ records: R[]; pages: number }>): Promise<R[]> {
  const rows: R[] = []
  for (let pageNo = 1; ; pageNo++) {
    const { records, pages } = await read(pageNo)
    rows.push(...records)
    if (pageNo >= pages) return rows
  }
}
