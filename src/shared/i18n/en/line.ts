/** Lining up at a counter that has no server. */
export const line = {
  'error.line.gone': '{ticket} is no longer in line',
  'error.line.started': '{ticket} has started already',
  'error.line.expired': '{ticket} has expired; put it back in line first',
  'error.line.paying': '{ticket} is being paid; wait for the result',
  'error.line.notFound': 'This counter does not know that number',
  'error.line.full': '{most} guests are in line already; no more numbers can be given',
  'error.line.someoneElse':
    'The guest of {ticket} is on the board: start the ride first, or press Esc to put it back in line',
  'ticket.unpaid': 'WAITING · TO BE PAID AT THE START',
  'ticket.aheadOnly': '{ahead} before you',
}
