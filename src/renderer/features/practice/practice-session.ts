import { create } from 'zustand'
import { createEmitter } from '#renderer/core/emitter.ts'
import { overrideTransport } from '#renderer/core/http/http-transport.ts'
import type { Translate } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import type { Platform } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import type { TicketData } from '#shared/ipc/devices.ts'
import { type PracticeCard, practiceCards } from './practice-members.ts'
import { practicePlatform } from './practice-platform.ts'
import { practiceTransport } from './practice-transport.ts'
import { createPracticeVenue } from './practice-venue.ts'
import { completeTask, taskDoneBy } from './tour.ts'

export interface Practice {
  platform: Platform
  cards: readonly PracticeCard[]
  end(): void
}

interface PracticeState {
  practice: Practice | null
  /** The last ticket; it is shown and never printed. */
  ticket: TicketData | null
}

export const usePractice = create<PracticeState>(() => ({ practice: null, ticket: null }))

/** The signed-in user, whose the practice shift is. */
function cashierOf(): { id: string; name: string } {
  const user = useSession.getState().session?.userInfo
  return { id: user?.id ?? '', name: user?.realname ?? '' }
}

interface Begin {
  platform: Platform
  t: Translate
  /** Hides the starts of the real counter; returns a function that restores them. */
  setAside(): () => void
}

/** Starts practice with the store's rules and vehicles; ending it restores the previous state. */
export async function beginPractice({ platform, t, setAside }: Begin): Promise<void> {
  if (usePractice.getState().practice) return
  const catalogue = await platform.catalogue.read()
  if (!catalogue) throw new AppError('common.offline')
  const cards = practiceCards(t)
  const changes = createEmitter<void>()
  const venue = createPracticeVenue({
    catalogue,
    cards,
    now: Date.now,
    onTicket: (ticket) => usePractice.setState({ ticket }),
    onChange: () => changes.emit(),
    onEvent: (event) => completeTask(taskDoneBy(event)),
  })
  const bringBack = setAside()
  const restoreTransport = overrideTransport((real) => practiceTransport(venue, real, cashierOf()))
  queryClient.clear()
  const end = () => {
    if (usePractice.getState().practice !== practice) return
    restoreTransport()
    bringBack()
    queryClient.clear()
    usePractice.setState({ practice: null, ticket: null })
  }
  const practice = { platform: practicePlatform(platform, venue, changes), cards, end }
  usePractice.setState({ practice, ticket: null })
}
