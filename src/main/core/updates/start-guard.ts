import { existsSync } from 'node:fs'
import { readUpdates, writeUpdates } from './update-state.ts'

/** Starts in which a new version must have started well once. */
export const TRIAL_STARTS = 3
/** Installations of one version that may end without it, for example because nobody agreed to it. */
const INSTALL_ATTEMPTS = 3

/** How this start goes on: with this version, or by installing the package of the one before. */
export type Start = { kind: 'goOn'; isTrial: boolean } | { kind: 'goBack'; file: string }

/**
 * Counts a start of a new version before anything else of it runs, so that one that crashes or hangs counts too. After `TRIAL_STARTS` of
 * them the version before is installed again.
 */
export function beginStart(dir: string, version: string): Start {
  const stored = readUpdates(dir)
  const { trial, rollback } = stored
  if (!trial) return { kind: 'goOn', isTrial: false }
  if (trial.version !== version) {
    // The installer did not replace this version.
    const attempts = (stored.attempts[trial.version] ?? 0) + 1
    const isOver = attempts >= INSTALL_ATTEMPTS
    writeUpdates(dir, {
      ...stored,
      trial: null,
      attempts: { ...stored.attempts, [trial.version]: attempts },
      failed: isOver ? [...stored.failed, trial.version] : stored.failed,
      report: { state: 'notInstalled', version: trial.version },
    })
    return { kind: 'goOn', isTrial: false }
  }
  if (trial.starts < TRIAL_STARTS || !rollback || rollback.version === version || !existsSync(rollback.file)) {
    writeUpdates(dir, { ...stored, trial: { ...trial, starts: trial.starts + 1 } })
    return { kind: 'goOn', isTrial: true }
  }
  return { kind: 'goBack', file: rollback.file }
}

/** Call when the version before was installed again: the failed one is not tried again, and managers see why. */
export function wentBack(dir: string, version: string): void {
  const stored = readUpdates(dir)
  const failed = [...stored.failed, version]
  writeUpdates(dir, { ...stored, trial: null, failed, report: { state: 'wentBack', version } })
}

/** Call when this version has started well: the one before is no longer needed at the next start. */
export function startedWell(dir: string, version: string): void {
  const stored = readUpdates(dir)
  if (stored.trial?.version !== version) return
  writeUpdates(dir, { ...stored, trial: null, attempts: {}, failed: [], report: null })
}
