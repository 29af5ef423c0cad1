import { nameHint, publicName } from '#shared/features/display/public-name.calc.ts'
import type { DisplayQueueEntry, DisplayState, ScreenLayout } from '#shared/features/display/screens.schema.ts'
import { displayLimits, type StoreState } from './display.repository.ts'

/** The content of one screen: the state of its store in its layout. */
export function viewOf({ runs, queue, bests, match, ...state }: StoreState, layout: ScreenLayout): DisplayState {
  const showsTickets = layout.names === 'ticket'
  const entries = queue.entries.map(({ id, ticketNo, racer, vehicleName, waitMinutes, state: at }) => {
    const entry: DisplayQueueEntry = {
      id,
      ticket: ticketNo,
      racer: showsTickets ? '' : publicName(racer),
      vehicle: vehicleName,
      waitMinutes,
    }
    return { isCalled: at === 'CALLED', entry }
  })
  const called = entries.filter(({ isCalled }) => isCalled).map(({ entry }) => entry)
  const waiting = entries.filter(({ isCalled }) => !isCalled).map(({ entry }) => entry)
  return {
    ...state,
    layout,
    runs: runs.map(({ ticket, racer, ...run }) => ({ ...run, racer: showsTickets ? ticket : publicName(racer) })),
    called: called.slice(0, displayLimits.called),
    next: waiting.slice(0, displayLimits.waiting),
    waiting: waiting.length,
    waitMinutes: queue.waitMinutes,
    match: match && {
      ...match,
      // On screens without names the number of the sign-up stands for the racer.
      rows: match.rows.map((row) => ({ ...row, racer: showsTickets ? '' : publicName(row.racer) })),
    },
    ranking: bests.map(({ racer, ...best }, at) => {
      return { place: at + 1, racer: showsTickets ? nameHint(racer) : publicName(racer), ...best }
    }),
  }
}
