import type { Machine } from './machine.ts'
import { type Round, type Spread, spreadOf } from './stats.ts'

export type Unit = '/s' | 'ms' | 'MB'

/** One measured variant: a figure per round, and the durations of single operations if they were measured. */
export interface Series {
  name: string
  figures: number[]
  latency?: { p50: number; p99: number }
}

/** The measured subject and its baselines, all in the same rounds. */
export interface Result {
  benchmark: string
  title: string
  unit: Unit
  subject: Series
  baselines: Series[]
  /** Figures from other sources. */
  references?: { name: string; figure: number }[]
  notes?: string[]
}

export interface NotMeasured {
  benchmark: string
  title: string
  notMeasured: string
}

export type Outcome = Result | NotMeasured

/** The series of one variant's rounds, by rate or by median time. */
export function seriesOf(
  name: string,
  rounds: readonly Round[],
  unit: Unit,
  figure?: (round: Round) => number,
): Series {
  const { median: p50 } = spreadOf(rounds.map((round) => round.p50))
  const { median: p99 } = spreadOf(rounds.map((round) => round.p99))
  const pick = figure ?? ((round: Round) => (unit === '/s' ? round.perSecond : round.p50))
  return { name, figures: rounds.map(pick), latency: { p50, p99 } }
}

/** The ratio of the subject to a baseline for each round, in which both had the same state of the machine. */
export const ratioOf = (subject: Series, baseline: Series): Spread =>
  spreadOf(subject.figures.map((figure, round) => figure / (baseline.figures[round] ?? Number.NaN)))

export const machineLines = (machine: Machine): string[] => [
  `${machine.cores} cores (${machine.model}), ${machine.memoryGb} GB, ${machine.system}`,
  `Node ${machine.node}, PostgreSQL ${machine.postgres}, fsync ${machine.fsync}, synchronous_commit ${machine.synchronousCommit}`,
  `disk: ${machine.fileSystem}, one write and fsync of 8 kB takes ${shown(machine.fsyncMs)} ms (median)`,
  'server, PostgreSQL and the load generator are processes of their own and share these cores',
  ...(machine.load > 0.3
    ? [`THE MACHINE WAS BUSY before the run (load ${machine.load}): take the ratios, not the figures`]
    : []),
]

export function outcomeLines(outcome: Outcome): string[] {
  const head = `\n${outcome.benchmark}: ${outcome.title}`
  if ('notMeasured' in outcome) return [`${head}: not measured: ${outcome.notMeasured}`]
  const { unit, subject, baselines, references = [], notes = [] } = outcome
  const width = Math.max(...[subject, ...baselines, ...references].map(({ name }) => name.length))
  const line = (series: Series) => {
    const { median, min, max } = spreadOf(series.figures)
    const { latency } = series
    const times = latency ? `, p50 ${shown(latency.p50)} ms, p99 ${shown(latency.p99)} ms` : ''
    return `  ${series.name.padEnd(width)} ${withUnit(median, unit).padStart(10)}  (${shown(min)}–${shown(max)})${times}`
  }
  const compared = (series: Series) => {
    const { median, min, max } = ratioOf(subject, series)
    return `${line(series)}\n  ${''.padEnd(width)} ${`× ${shown(median)}`.padStart(10)}  (${shown(min)}–${shown(max)})`
  }
  const known = ({ name, figure }: { name: string; figure: number }) =>
    `  ${name.padEnd(width)} ${withUnit(figure, unit).padStart(10)}\n  ${''.padEnd(width)} ${`× ${shown(spreadOf(subject.figures).median / figure)}`.padStart(10)}`
  return [
    head,
    line(subject),
    ...baselines.map(compared),
    ...references.map(known),
    ...notes.map((note) => `  ${note}`),
  ]
}

const withUnit = (figure: number, unit: Unit): string =>
  unit === '/s' ? `${shown(figure)}/s` : `${shown(figure)} ${unit}`

/** Three significant digits. */
export function shown(figure: number): string {
  if (!Number.isFinite(figure)) return '?'
  if (figure >= 100) return Math.round(figure).toLocaleString('en')
  return figure.toFixed(figure >= 10 ? 1 : figure >= 0.1 ? 2 : 3)
}

/** JSON in one line: the figures of all rounds, medians, spreads and ratios. */
export const asJson = (machine: Machine, outcomes: readonly Outcome[]): string =>
  JSON.stringify({
    machine,
    outcomes: outcomes.map((outcome) =>
      'notMeasured' in outcome
        ? outcome
        : {
            ...outcome,
            subject: { ...outcome.subject, ...spreadOf(outcome.subject.figures) },
            baselines: outcome.baselines.map((series) => ({
              ...series,
              ...spreadOf(series.figures),
              ratio: ratioOf(outcome.subject, series),
            })),
          },
    ),
  })
