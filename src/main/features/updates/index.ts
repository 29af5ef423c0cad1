export { readReleaseKeys } from './signed-release.ts'
export { createUpdates, type Updates } from './updates.ts'
