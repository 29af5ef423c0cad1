import type { Deps } from '#server/core/slice.ts'
import type { CoinMachines } from '#server/features/coins/index.ts'
import type { Box } from '#server/features/gateway/transports/box.transport.ts'
import { Counted, Hopper } from '#shared/features/gateway/vehicle-protocol.schema.ts'
import type { BoxLink } from './box.link.ts'

/** The coin machines among the boxes of a link. Their messages are validated here. */
export function coinMachinesOf({ log }: Pick<Deps, 'log'>, link: BoxLink): CoinMachines {
  const counted: ((machine: Box, message: Counted) => void)[] = []
  const hopper: ((machine: Box, message: Hopper) => void)[] = []
  link.onMessage((box, { leaf, message }) => {
    if (!box.isCoinMachine || (leaf !== 'counted' && leaf !== 'hopper')) return
    const read = leaf === 'counted' ? Counted.safeParse(message) : Hopper.safeParse(message)
    if (!read.success) return log.debug({ box: box.id }, 'a coin machine sent an invalid message')
    if (leaf === 'counted') for (const listener of counted) listener(box, read.data as Counted)
    else for (const listener of hopper) listener(box, read.data as Hopper)
  })
  return {
    isOnline: (id) => link.status(id)?.isOnline === true,
    sendCommand: (id, message) => link.sendCoins(id, { leaf: 'coins', message }),
    confirm: (id, output) => link.sendCoins(id, { leaf: 'settled', message: { id: output } }),
    onStatus: (listener) =>
      link.onStatusChange(({ box, isOnline }) => {
        if (box.isCoinMachine) listener(box, isOnline)
      }),
    onCounted: (listener) => void counted.push(listener),
    onHopper: (listener) => void hopper.push(listener),
  }
}
