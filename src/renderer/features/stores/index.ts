export { FirstRun } from './first-run.tsx'
export { FirstRunLine } from './first-run-line.tsx'
