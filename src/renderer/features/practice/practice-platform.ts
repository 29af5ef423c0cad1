import { createEmitter, type Live } from '#renderer/core/emitter.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import type { ConnectionState } from '#shared/ipc/contract.ts'
import type { PracticeVenue } from './practice-venue.ts'

/** Practice is always online and uploads nothing. */
function alwaysOnline({ get, subscribe }: Live<ConnectionState>): Live<ConnectionState> {
  let from = get()
  let shown = { ...from, online: true }
  return {
    subscribe,
    get: () => {
      const now = get()
      if (now !== from) {
        from = now
        shown = { ...now, online: true }
      }
      return shown
    },
  }
}

/** The platform of the practice counter: the real screen and readers, everything else from the practice venue. */
const stayShut = async () => ({ outcome: null, detail: 'none' })

export function practicePlatform(real: Platform, venue: PracticeVenue, changes = createEmitter<void>()): Platform {
  return {
    ...real,
    connection: alwaysOnline(real.connection),
    members: {
      find: async (by) => {
        const member = venue.find(by)
        // A real card is not looked up.
        if (!member) throw new AppError('practice.notReal')
        return { member, cachedAt: null }
      },
      search: async (keyword) => venue.search(keyword),
    },
    cashiers: { list: async () => [], check: async () => false, checkBadge: async () => false },
    catalogue: { read: async () => venue.catalogue(), onChange: changes.on },
    start: async (fields, id) => venue.start(fields, id),
    charge: async (fields, id) => venue.charge(fields, id),
    // Products are not part of practice.
    sell: async () => {
      throw new AppError('practice.notHere')
    },
    recent: null,
    reprint: async (orderId) => {
      venue.reprint(orderId)
      return { hasPrinter: true }
    },
    onPush: () => () => undefined,
    devices: real.devices && { ...real.devices, openDrawer: stayShut, openDrawerByHand: stayShut },
    prints: null,
    sync: null,
    customerDisplay: null,
    guestScreen: null,
    offlineQueue: null,
    hasFloor: false,
    deferredShifts: null,
    drafts: null,
  }
}
