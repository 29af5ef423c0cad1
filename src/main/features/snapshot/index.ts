export { type LocalRun, withLocalRuns } from './local-vehicles.calc.ts'
export { createSnapshotKeeper, type News, type SnapshotKeeper, snapshotMigrations } from './snapshot.ts'
