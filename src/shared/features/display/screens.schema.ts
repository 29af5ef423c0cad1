import { z } from 'zod'
import { lines, wrong } from '#shared/core/text.ts'
import { ShownPicture } from './display.schema.ts'

export const PanelKind = z.enum(['heat', 'queue', 'ranking', 'videos', 'pictures', 'notices', 'safety'])
export type PanelKind = z.infer<typeof PanelKind>

/** A part of a big screen, and for how long it stands when parts follow one another. */
const Panel = z.object({ kind: PanelKind, seconds: z.number().int().min(5).max(600) })
export type Panel = z.infer<typeof Panel>

/** So many parts stand side by side at most: a fifth could not be read from where guests stand. */
export const MAX_PANELS_SIDE_BY_SIDE = 4

/** What one screen shows, and how. */
export const ScreenLayout = z
  .object({
    /** One part after another, or all at once. */
    mode: z.enum(['rotate', 'split']),
    panels: z
      .array(Panel)
      .min(1)
      .max(PanelKind.options.length)
      .refine((panels) => new Set(panels.map(({ kind }) => kind)).size === panels.length, wrong('input.panelOnce')),
    /** What people are called: by the racer's name that they gave, or by their ticket's number alone. */
    names: z.enum(['racer', 'ticket']),
    /** `both`: one after the other. */
    language: z.enum(['zh', 'en', 'both']),
    /** A line each. */
    notices: lines(1000),
    /** A line each; empty: the usual rules. */
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

/** Somebody who drives now, or has just done so. */
export const DisplayRun = z.object({
  id: z.string(),
  heat: z.string(),
  /** In the heat, from 1. */
  position: z.number().int(),
  vehicle: z.string(),
  racer: z.string(),
  /** How many laps the ride is for; 0: it is for a time. */
  laps: z.number().int(),
  lapsDone: z.number().int(),
  isOver: z.boolean(),
  /** An emergency stop holds its vehicle. */
  isStopped: z.boolean(),
  /** When its time is over, in milliseconds of the server's clock; null by laps. */
  dueAt: z.number().nullable(),
  lastMs: z.number().nullable(),
  bestMs: z.number().nullable(),
  /** How far behind the leader: in time, or in whole laps. */
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

/** Everything that a screen shows: one store's, with racers' names alone. */
export const DisplayState = z.object({
  /** The server's time in milliseconds: screens count by it and not by their own clocks. */
  now: z.number(),
  store: z.string(),
  timeZone: z.string(),
  layout: ScreenLayout,
  /** An emergency stop holds every vehicle; a screen may have kept a state from before there was this. */
  isStopped: z.boolean().default(false),
  runs: z.array(DisplayRun),
  called: z.array(DisplayQueueEntry),
  next: z.array(DisplayQueueEntry),
  waiting: z.number().int(),
  /** What somebody waits who joins now; null where no vehicle is in service. */
  waitMinutes: z.number().int().nullable(),
  ranking: z.array(DisplayBestLap),
  /** Addresses of videos: whole, or below the API's own. */
  videos: z.array(z.string()),
  /** The carousel; a screen may have kept a state from before there was one. */
  pictures: z.array(ShownPicture).default([]),
})
export type DisplayState = z.infer<typeof DisplayState>
