import type { useMember } from '#renderer/features/members/index.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import type { Starting } from './use-start.ts'

type Who = ReturnType<typeof useMember>

/** Who is on the screen; whoever is looked up or swiped while that one is being started comes after. */
export const deferLookups = (who: Who, { bringNext, isStarting }: Starting) => ({
  ...who,
  choose: (member: Member) => bringNext(() => who.choose(member)),
  hearScan: (scan: Scan) => bringNext(() => who.hearScan(scan)),
  missing: (wasAsked: boolean) => bringNext(() => who.missing(wasAsked)),
  clear: () => {
    if (!isStarting()) who.clear()
  },
})
