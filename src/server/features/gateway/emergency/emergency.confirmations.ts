import type { Deps } from '#server/core/slice.ts'
import type { Box, BoxMessage } from '#server/features/gateway/transports/box.transport.ts'
import { Stopped } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import { storeStandingVehicles } from './emergency.repository.ts'
import type { Stop } from './emergency-stop.model.ts'

/** Confirmations of vehicles within this time are written together. */
const WRITE_DELAY_MS = 40

type ConfirmationsDeps = Pick<Deps, 'db' | 'clock' | 'realtime' | 'log'> & {
  isInForce(stop: Pick<Stop, 'id' | 'orgCode'>): boolean
}

/** Writes which vehicles stand by an emergency stop, as their boxes confirm it. */
export function createStopConfirmations({ db, clock, realtime, log, isInForce }: ConfirmationsDeps) {
  const waiting = new Map<string, { stopId: string; box: Box }>()
  let timer: NodeJS.Timeout | undefined
  let lastWrite: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    const batch = [...waiting.values()]
    waiting.clear()
    await storeStandingVehicles(db, batch, clock())
    const stores = new Set(batch.map(({ box }) => box.orgCode))
    for (const orgCode of stores) await realtime.publish({ topic: 'emergency', orgCode })
  }
  const writeNext = (): void => {
    timer = undefined
    lastWrite = lastWrite
      .then(write)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'vehicles that stand by an emergency stop could not be written'),
      )
  }

  return {
    onMessage(box: Box, { leaf, message }: BoxMessage): void {
      if (leaf !== 'stopped' || box.vehicleId === null) return
      const parsed = Stopped.safeParse(message)
      if (!parsed.success) return
      for (const stopId of parsed.data.stops) {
        if (isInForce({ id: stopId, orgCode: box.orgCode })) waiting.set(`${stopId} ${box.id}`, { stopId, box })
      }
      if (waiting.size > 0) timer ??= setTimeout(writeNext, WRITE_DELAY_MS)
    },
    async close(): Promise<void> {
      clearTimeout(timer)
      await lastWrite
    },
  }
}
