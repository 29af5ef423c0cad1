import type { Translate } from '#renderer/core/locale.ts'
import type { DisplayState, ScreenLayout } from '#shared/features/display/screens.schema.ts'
import { USUAL_POINTS } from '#shared/features/events/matches.schema.ts'

const RACERS = 7
const WAITING = 6

const ticketOf = (number: number): string => `A${String(number).padStart(3, '0')}`

/** Sample data for the preview of a layout. */
export function sampleState(layout: ScreenLayout, t: Translate): DisplayState {
  const now = Date.now()
  const nameOf = (number: number): string =>
    layout.names === 'ticket' ? ticketOf(number) : `${t('big.racer')} ${number}`
  return {
    now,
    store: t('screen.preview'),
    timeZone: 'Asia/Shanghai',
    layout,
    isStopped: false,
    runs: Array.from({ length: RACERS }, (_, at) => ({
      id: `run ${at}`,
      heat: '',
      position: at + 1,
      vehicle: String(at + 1).padStart(2, '0'),
      racer: nameOf(at + 1),
      laps: 10,
      lapsDone: 6 - Math.floor(at / 3),
      isOver: false,
      isStopped: false,
      dueAt: null,
      lastMs: 38_240 + 417 * at,
      bestMs: 37_105 + 311 * at,
      gapMs: at < 3 ? 1204 * at : null,
      lapsBehind: Math.floor(at / 3),
    })),
    called: [{ id: 'called', ticket: ticketOf(20), racer: nameOf(20), vehicle: '08', waitMinutes: null }],
    next: Array.from({ length: WAITING }, (_, at) => ({
      id: `place ${at}`,
      ticket: ticketOf(21 + at),
      racer: layout.names === 'ticket' ? '' : nameOf(21 + at),
      vehicle: '',
      waitMinutes: 3 * (at + 1),
    })),
    waiting: WAITING + 3,
    waitMinutes: 21,
    match: {
      event: t('screen.panel.match'),
      round: t('match.format.final'),
      group: 1,
      isOver: true,
      rows: Array.from({ length: RACERS }, (_, at) => ({
        id: `entry ${at}`,
        position: at + 1,
        number: at + 1,
        racer: layout.names === 'ticket' ? '' : nameOf(at + 1),
        vehicle: String(at + 1).padStart(2, '0'),
        laps: 10,
        ms: 382_400 + 4170 * at,
        points: USUAL_POINTS[at] ?? 0,
        status: '' as const,
      })),
    },
    ranking: Array.from({ length: 8 }, (_, at) => ({
      place: at + 1,
      racer: nameOf(30 + at),
      vehicle: String(at + 1).padStart(2, '0'),
      ms: 35_120 + 283 * at,
    })),
    videos: [],
    pictures: [],
  }
}
