/** Room for many guests of many people: a test that is about the trial limit or about seats says so. */
export const ROOM = 'update store set trial_limit = -1; update vehicle set seats = 0'

/**
 * Cash without shifts, for tests and benchmarks of which shifts are not the point; those of shifts turn the setting on again. Nobody is
 * asked to explain such cash, nor that of the demo's month, which has no shifts where it comes without its sales.
 */
export const NO_SHIFTS = `update store set cash_needs_shift = 'NO', cash_explained_from = '2999-01-01'`

/** Whole prices for members of every level, where a discount is not the point. */
export const WHOLE_PRICES = 'update member_level set discount = 0'
