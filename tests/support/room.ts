/** Room for many guests of many people: a test that is about the trial limit or about seats says so. */
export const ROOM = 'update store set trial_limit = -1; update vehicle set seats = 0'
