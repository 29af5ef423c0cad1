/**
 * The oldest release that works on the data file of this one. A release whose migrations change what an older one reads or writes raises
 * it; terminals then update by a release in between (docs/terminal-updates.md).
 */
export const OLDEST_ON_DATA_FILE = '0.1.0'
