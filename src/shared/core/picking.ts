/** Rows that a picker may read at once. It stands apart from the shapes of calls, which a window's first page does without. */
export const PICKED_AT_ONCE = 1000
