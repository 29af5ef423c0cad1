import { z } from 'zod'
import { lines, wrong } from '#shared/core/text.ts'
import { MatchStatus } from '#shared/features/events/matches.schema.ts'
import { ShownPicture } from './display.schema.ts'

export const PanelKind = z.enum(['heat', 'queue', 'ranking', 'match', 'videos', 'pictures', 'notices', 'safety'])
export type PanelKind = z.infer<typeof PanelKind>

/** A panel of a big screen, and its seconds where panels alternate. */
const Panel = z.object({ kind: PanelKind, seconds: z.number().int().min(5).max(600) })
export type Panel = z.infer<typeof Panel>

/** Most panels side by side: more could not be read from a distance. */
export const MAX_PANELS_SIDE_BY_SIDE = 4

/** The panels of one screen and how they are shown. */
export const ScreenLayout = z
  .object({
    /** Panels one after another, or all at once. */
    mode: z.enum(['rotate', 'split']),
    panels: z
      .array(Panel)
      .min(1)
      .max(PanelKind.options.length)
      .refine((panels) => new Set(panels.map(({ kind }) => kind)).size === panels.length, wrong('input.panelOnce')),
    /** How racers are named: by name, or by ticket number only. */
    names: z.enum(['racer', 'ticket']),
    /** `both`: both languages in turn. */
    language: z.enum(['zh', 'en', 'both']),
    /** One notice per line. */
    notices: lines(1000),
    /** One safety rule per line; empty: the default rules. */
    safety: lines(2000),
  })
  .refine(({ mode, panels }) => mode === 'rotate' || panels.length <= MAX_PANELS_SIDE_BY_SIDE, {
    path: ['panels'],
    ...wrong('input.tooManyPanels'),
  })
export type ScreenLayout = z.infer<typeof ScreenLayout>

export const defaultLayout: ScreenLayout = {
  mode: 'split',
  panels: [
    { kind: 'heat', seconds: 20 },
    { kind: 'queue', seconds: 12 },
    { kind: 'ranking', seconds: 12 },
  ],
  names: 'racer',
  language: 'zh',
  notices: '',
  safety: '',
}

/** A racer who drives now or has just finished. */
export const DisplayRun = z.object({
  id: z.string(),
  heat: z.string(),
  /** Rank in the heat, from 1. */
  position: z.number().int(),
  vehicle: z.string(),
  racer: z.string(),
  /** Laps of the ride; 0: timer mode. */
  laps: z.number().int(),
  lapsDone: z.number().int(),
  isOver: z.boolean(),
  /** Whether an emergency stop is in force for its vehicle. */
  isStopped: z.boolean(),
  /** When the time is over, in milliseconds by the server's clock; null in lap mode. */
  dueAt: z.number().nullable(),
  lastMs: z.number().nullable(),
  bestMs: z.number().nullable(),
  /** Distance to the leader: in time, or in whole laps. */
  gapMs: z.number().nullable(),
  lapsBehind: z.number().int(),
})
export type DisplayRun = z.infer<typeof DisplayRun>

export const DisplayQueueEntry = z.object({
  id: z.string(),
  ticket: z.string(),
  racer: z.string(),
  vehicle: z.string(),
  waitMinutes: z.number().int().nullable(),
})
export type DisplayQueueEntry = z.infer<typeof DisplayQueueEntry>

export const DisplayBestLap = z.object({
  place: z.number().int(),
  racer: z.string(),
  vehicle: z.string(),
  ms: z.number().int(),
})
export type DisplayBestLap = z.infer<typeof DisplayBestLap>

/** The group of a match that drives now, drove last or drives next. */
export const DisplayMatch = z.object({
  /** The names of event, round and group. */
  event: z.string(),
  round: z.string(),
  group: z.number().int(),
  /** The start list before the group ends, the results from then on. */
  isOver: z.boolean(),
  rows: z.array(
    z.object({
      id: z.string(),
      /** Its place in the start list or in the results; null: no result. */
      position: z.number().int().nullable(),
      number: z.number().int(),
      racer: z.string(),
      vehicle: z.string(),
      laps: z.number().int(),
      /** What decides: the best lap or the time, with the penalty. */
      ms: z.number().int().nullable(),
      points: z.number().int(),
      status: MatchStatus,
    }),
  ),
})
export type DisplayMatch = z.infer<typeof DisplayMatch>

/** Everything that a screen shows: one store, with racer names only. */
export const DisplayState = z.object({
  /** The server's time in milliseconds; screens count by it and not by their own clocks. */
  now: z.number(),
  store: z.string(),
  timeZone: z.string(),
  layout: ScreenLayout,
  /** Whether an emergency stop is in force for every vehicle; a state that an older screen stored has none. */
  isStopped: z.boolean().default(false),
  runs: z.array(DisplayRun),
  called: z.array(DisplayQueueEntry),
  next: z.array(DisplayQueueEntry),
  waiting: z.number().int(),
  /** Expected wait in minutes of a new queue entry; null where no vehicle is in service. */
  waitMinutes: z.number().int().nullable(),
  ranking: z.array(DisplayBestLap),
  /** Null: there is none today. A state that an older screen stored has none. */
  match: DisplayMatch.nullable().default(null),
  /** Addresses of videos: absolute, or below the API's address. */
  videos: z.array(z.string()),
  /** The carousel; a state that an older screen stored has none. */
  pictures: z.array(ShownPicture).default([]),
})
export type DisplayState = z.infer<typeof DisplayState>
