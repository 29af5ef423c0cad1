import type { Locator } from 'playwright'
import { expect } from 'vitest'
import type { SinkJob } from '#tests/support/escpos/index.ts'
import type { VenueServer } from './built-server.ts'
import { until } from './shows.ts'

interface StartRow {
  id: string
  state: string
  ticket_no: string
  queue_number: number
  queue_state: string
  run_state: string
  member_id: string | null
  rule_name: string
  run_mode: string
  vehicle_name: string
  racer: string
  remark: string
  people: number
  held: string | null
  job_state: string
  claimed_by: string
  outcome: string
}

/** A start with its record, run, hold and print. */
export async function startOf(server: VenueServer, ticketNo: string): Promise<StartRow> {
  const rows = await server.query<StartRow>(
    `select p.*, g.state as run_state,
       (select sum(l.amount) from hold_line l where l.hold_id = h.id) as held, q.state as queue_state, q.number as queue_number,
       j.state as job_state, j.claimed_by, j.outcome
     from play_record p join run g on g.play_id = p.id join queue_entry q on q.play_id = p.id
     join print_job j on j.order_id = p.id left join hold h on h.id = p.id
     where p.ticket_no = $1 and p.created_at = (select max(created_at) from play_record where ticket_no = $1)`,
    [ticketNo],
  )
  expect(rows).toHaveLength(1)
  return rows[0] as StartRow
}

/** The printed lines, with gaps between columns as one space. */
export const linesOf = ({ lines }: SinkJob) =>
  lines.map(({ text }) => text.trim().replaceAll(/\s{2,}/g, ' ')).filter(Boolean)

export const isPressed = (button: Locator) =>
  until(async () => expect(await button.getAttribute('aria-pressed')).toBe('true'))
