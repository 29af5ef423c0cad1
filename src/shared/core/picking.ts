/** Rows that a picker may read at once. It stands apart from the shapes of calls, which a window's first page does without. */
export const MAX_PICKED_ROWS = 1000
