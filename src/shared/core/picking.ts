/** Most rows that a picker reads at once. In its own module, so that the first page need not load the contract schemas. */
export const MAX_PICKED_ROWS = 1000
