import { expect, it } from 'vitest'
import { familyNameOf } from '#shared/core/family-names.ts'
import { newId } from '#shared/core/id.ts'
import { HubMessage, readMessage, writeMessage } from './messages.ts'

const entry = {
  id: newId(),
  startId: newId(),
  ticketNo: 'A1',
  state: 'waiting',
  joinedAt: '2026-11-27T10:00:00Z',
  calledAt: null,
  expiresAt: '2026-11-27T11:00:00Z',
  memberName: '',
  ruleName: '十圈',
  consumeType: 'NOCARDCONSUME',
  price: 50,
  fields: { ruleId: newId(), racer: '闪电', consumeVehicleMode: 'circlemode' },
  to: null,
} as const
const line = (fields: object) =>
  ({
    word: 'line',
    line: { orgCode: 'A01', places: [{ ...entry, fields }], arrived: [], terminalId: newId(), name: 'T1' },
  }) as const

it('shares a queue entry with a terminal of an earlier version, in both directions', () => {
  const { ruleId: roleId, racer, consumeVehicleMode } = entry.fields
  const earlier = { roleId, [familyNameOf('racer')]: racer, consumeVehicleMode }
  const sent = writeMessage(HubMessage, line(entry.fields) as never) as ReturnType<typeof line>
  expect(sent.line.places[0]?.fields).toEqual(earlier)
  for (const fields of [earlier, entry.fields])
    expect(readMessage(HubMessage, line(fields))).toMatchObject({ line: { places: [{ fields: entry.fields }] } })
})
