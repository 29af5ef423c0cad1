import { newId } from '#shared/core/id.ts'
import type { ChargeInput, ChargeResult } from '#shared/features/sessions/charge.schema.ts'
import type { TestClient } from '#tests/support/server.ts'
import type { Venue } from './venue.ts'

type Given = Partial<ChargeInput> & { by: Pick<TestClient, 'consume'>; price?: number; key?: string }

/** Queues a new guest who has paid in cash, or the given member. */
export async function lineUp(venue: Venue, { by, price = 3000, key = newId(), ...more }: Given): Promise<ChargeResult> {
  const consumeType = more.consumeType ?? (more.userId ? 'BALANCE' : 'NOCARDCONSUME')
  const { id } = await venue.rule({ consumeType, price })
  const charge = {
    consumeType,
    consumeVehicleMode: 'timermode',
    usageMode: 'lineup',
    consumePayMode: 'cash',
  } as const
  const body = { ...charge, sysDepartConsumeRoleId: id, racer: '排队车手', ...more }
  return (await by.consume.add({ key, body })).result
}
