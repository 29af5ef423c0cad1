import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useMayReturn } from '#renderer/features/consume-orders/index.ts'
import type { GuestDialog } from '#renderer/features/counter/dialogs/guest-dialog.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { missingAgreement } from '#shared/features/agreements/agreement.calc.ts'
import { GuestDialogs } from './guest-dialogs.tsx'
import { GuestTools } from './guest-tools.tsx'

export interface Guests {
  open(dialog: GuestDialog): void
  /** Whether a member is being registered, from the key press on. */
  isRegistering(): boolean
  /** Whether a dialog is open or opening; its code is loaded on first use. */
  isOpen: boolean
  /** What a missing signature does to the member's start. */
  lack: 'none' | 'warn' | 'block'
  tools: ReactNode
  dialog: ReactNode
}

/** Dialogs that need no member on the screen. */
const withoutMember: readonly GuestDialog[] = [
  'registration',
  'face',
  'recharge',
  'deposits',
  'void',
  'store',
  'collect',
  'events',
]

/**
 * The guest dialogs, opened by button, by key, or by a start that was refused for a missing signature; `opensWith` is opened as soon as
 * it can be.
 */
export function useGuestDialogs(counter: Counter, catalogue: Catalogue | null, opensWith?: GuestDialog): Guests {
  const [shown, setShown] = useState<GuestDialog | null>(null)
  const isRegistering = useRef(false)
  const show = (dialog: GuestDialog | null) => {
    isRegistering.current = dialog === 'registration'
    setShown(dialog)
  }
  const may: Record<GuestDialog, boolean> = {
    registration: useMay('member:add'),
    face: useMay('memberface:identify'),
    recharge: useMay('recharge:add'),
    deposits: useMayReturn(),
    void: useMay('refund:void'),
    glance: useMay('member:glance'),
    cards: useMay('member:card'),
    agreement: useMay('agreement:sign'),
    store: useMay('cloakroomitem:add'),
    collect: useMay('cloakroomitem:takeOut'),
    events: useMay('eventsignup:add'),
  }
  const { who, online, problem } = counter
  const { store } = catalogue ?? {}
  const hasMember = who.member !== null
  const hasAgreement = store !== undefined && store.agreementId !== ''
  const hasFaces = store?.faceSearch === 'YES'
  const isOpenable = (dialog: GuestDialog): boolean => {
    if (!may[dialog]) return false
    if (dialog === 'registration') return true
    if (dialog === 'face') return online && hasFaces
    if (withoutMember.includes(dialog)) return online
    return hasMember && online && (dialog !== 'agreement' || hasAgreement)
  }
  const open = (dialog: GuestDialog) => {
    if (isOpenable(dialog)) show(dialog)
    else playSound('error')
  }
  const opensNow = opensWith !== undefined && isOpenable(opensWith)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (opensNow && opensWith) show(opensWith)
  }, [opensNow])
  const isUnsigned = problem?.error instanceof AppError && problem.error.code === 'members.agreementMissing'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (isUnsigned && isOpenable('agreement')) show('agreement')
  }, [isUnsigned])
  return {
    open,
    isRegistering: () => isRegistering.current,
    isOpen: shown !== null && (hasMember || withoutMember.includes(shown)),
    lack: store ? missingAgreement(store, who.member) : 'none',
    tools: (
      <GuestTools
        may={may}
        hasMember={hasMember}
        hasAgreement={hasAgreement}
        hasFaces={hasFaces}
        online={online}
        onOpen={open}
      />
    ),
    dialog: shown ? <GuestDialogs counter={counter} shown={shown} onClose={() => show(null)} /> : null,
  }
}
