/** Limits high enough for many guests; tests of the trial limit or of seats set their own. */
export const ROOM = 'update store set trial_limit = -1; update vehicle set seats = 0'

/**
 * Cash without shifts, for tests and benchmarks that are not about shifts; tests of shifts turn the setting on again. Such cash
 * needs no explanation, and neither does the cash of the demo's month, which has no shifts where it comes without its sales.
 */
export const NO_SHIFTS = `update store set cash_needs_shift = 'NO', cash_explained_from = '2999-01-01'`

/** Full prices for members of every level, where a test is not about discounts. */
export const WHOLE_PRICES = 'update member_level set discount = 0'
