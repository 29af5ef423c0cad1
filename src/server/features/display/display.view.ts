import { hintOfName, publicName } from '#shared/features/display/public-name.calc.ts'
import type { DisplayState, ScreenLayout, ShownPlace } from '#shared/features/display/screens.schema.ts'
import { displayLimits, type StoreState } from './display.repository.ts'

/** What one screen shows of its store. */
export function viewOf({ runs, line, bests, ...state }: StoreState, layout: ScreenLayout): DisplayState {
  const byTicket = layout.names === 'ticket'
  const places = line.line.map(({ id, ticketNo, racer, vehicleName, waitMinutes, state: at }) => {
    const place: ShownPlace = {
      id,
      ticket: ticketNo,
      racer: byTicket ? '' : publicName(racer),
      vehicle: vehicleName,
      waitMinutes,
    }
    return { isCalled: at === 'CALLED', place }
  })
  const called = places.filter(({ isCalled }) => isCalled).map(({ place }) => place)
  const waiting = places.filter(({ isCalled }) => !isCalled).map(({ place }) => place)
  return {
    ...state,
    layout,
    runs: runs.map(({ ticket, racer, ...run }) => ({ ...run, racer: byTicket ? ticket : publicName(racer) })),
    called: called.slice(0, displayLimits.called),
    next: waiting.slice(0, displayLimits.waiting),
    waiting: waiting.length,
    waitMinutes: line.waitMinutes,
    ranking: bests.map(({ racer, ...best }, at) => {
      return { place: at + 1, racer: byTicket ? hintOfName(racer) : publicName(racer), ...best }
    }),
  }
}
