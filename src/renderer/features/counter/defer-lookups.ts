import type { useMember } from '#renderer/features/members/index.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { Starting } from './use-start.ts'

type Who = ReturnType<typeof useMember>

/** The member of the screen; a lookup or scan during a start is deferred until the start has ended. */
export const deferLookups = (who: Who, { bringNext, isStarting }: Starting) => ({
  ...who,
  choose: (member: Member) => bringNext(() => who.choose(member)),
  hearScan: (scan: Scan) => bringNext(() => who.hearScan(scan)),
  missing: (wasAsked: boolean) => bringNext(() => who.missing(wasAsked)),
  clear: () => {
    if (!isStarting()) who.clear()
  },
})
