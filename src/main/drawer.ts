import type { Log } from '#main/core/log.ts'
import type { Printer, PrinterJob } from '#main/features/printer/index.ts'
import type { CurrentUser } from '#main/features/session/index.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { mayDo } from '#shared/core/may-do.ts'
import type { DrawerOpening } from '#shared/ipc/contract.ts'
import type { UserClient } from './user-client.ts'

export interface DrawerDeps {
  printer(): Pick<Printer, 'openDrawer'>
  user: Pick<CurrentUser, 'worker'>
  calls: Pick<UserClient, 'online'>
  log: Log
}

const DRAWER_PERMISSION = 'shift:drawer'
const DRAWER_TIMEOUT_MS = 6000

/** The cash drawer of this counter: opened by a cash payment, or by hand with a permission and a reason. */
export function createDrawer({ printer, user, calls, log }: DrawerDeps) {
  const open = async (cause: string): Promise<DrawerOpening> => openingOf(await printer().openDrawer(cause))

  return {
    open,

    /** The server decides and stores the reason. Without it the cached permissions count, and the reason goes to the log. Throws `auth.forbidden`. */
    async openByHand(reason: string): Promise<DrawerOpening> {
      const { userInfo, permissions } = user.worker()
      const id = newId()
      const server = calls.online(DRAWER_TIMEOUT_MS)
      if (server) await server.shifts.openDrawer({ key: id, body: { id, reason } })
      else if (!mayDo(permissions, DRAWER_PERMISSION)) throw new AppError('auth.forbidden')
      log.info('the drawer is opened by hand', { id, userId: userInfo.id, reason, isOnline: server !== null })
      return open(id)
    },
  }
}

const openingOf = (job: PrinterJob | null): DrawerOpening => ({
  outcome: job && (job.outcome ?? 'not-sent'),
  detail: job?.detail ?? 'none',
})
