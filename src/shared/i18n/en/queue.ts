/** The line of those who have paid and wait for a vehicle. */
export const queue = {
  'action.queue:start': 'Start from the queue',
  'queue.id': 'Queue entry',
  'queue.consumeid': 'Order',
  'queue.starts': 'Entries to start',
  'message.queue.started': 'Started',
  'error.queue.notFound': 'There is no such queue entry',
  'error.queue.startedBefore': '{ticket} was started by {by} at {at} on {vehicle}',
  'error.queue.cancelledBefore': '{ticket} was cancelled by {by} at {at}',
  'error.queue.refundedBefore': 'The order of {ticket} was refunded at {at}',
  'error.queue.expired': '{ticket} expired at {at}',
  'error.queue.notPaid': 'The order of {ticket} is being refunded or is not paid',
}
