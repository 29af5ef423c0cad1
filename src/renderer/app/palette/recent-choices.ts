import { z } from 'zod'
import { useSession } from '#renderer/core/session.ts'
import { readOfWindow, readStored, store, storeInWindow } from '#renderer/core/storage.ts'
import { recentAfter } from './palette.calc.ts'

/** A choice as it is shown again: what it opens is looked up by its key. */
const Recent = z.object({
  key: z.string(),
  kind: z.string(),
  id: z.string(),
  label: z.string(),
  notes: z.array(z.string()),
  orgCode: z.string(),
  storeName: z.string(),
})
export type RecentChoice = z.infer<typeof Recent>

const STORED_AS = 'pitlane.recent'

/** Names of guests stay in this window only; pages and actions are remembered by the browser. */
const isPersonal = ({ kind }: RecentChoice): boolean => kind !== 'page' && kind !== 'action' && kind !== 'setting'

/** Who works where: another user, or the same at another store, has other recent choices. */
const ownerOf = (): string | null => {
  const user = useSession.getState().session?.userInfo
  return user ? `${user.id} ${user.orgCode}` : null
}

const Lists = z.record(z.string(), z.array(Recent))
const listsIn = (value: unknown): Record<string, RecentChoice[]> => Lists.safeParse(value).data ?? {}

/** The most users and stores whose pages and actions a browser remembers. */
const MAX_OWNERS = 20

// The next user of this computer must not find names of guests.
useSession.subscribe(({ session }, before) => {
  if (before.session && !session) storeInWindow(STORED_AS, null)
})

/** The recent choices of the signed-in user at this store, newest first. */
export function recentChoices(): readonly RecentChoice[] {
  const owner = ownerOf()
  if (owner === null) return []
  return listsIn(readOfWindow(STORED_AS))[owner] ?? listsIn(readStored(STORED_AS))[owner] ?? []
}

export function rememberChoice(choice: RecentChoice): void {
  const owner = ownerOf()
  if (owner === null) return
  const next = recentAfter(recentChoices(), choice)
  storeInWindow(STORED_AS, { [owner]: next })
  const { [owner]: _, ...others } = listsIn(readStored(STORED_AS))
  const otherOwners = Object.entries(others).slice(1 - MAX_OWNERS)
  store(STORED_AS, { ...Object.fromEntries(otherOwners), [owner]: next.filter((one) => !isPersonal(one)) })
}
