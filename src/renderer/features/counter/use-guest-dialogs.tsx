import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { useMayReturn } from '#renderer/features/consume-orders/index.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { AppError } from '#shared/core/errors.ts'
import { missingAgreement } from '#shared/features/agreements/agreement.calc.ts'
import { type GuestDialog, GuestDialogs } from './guest-dialogs.tsx'
import { GuestTools } from './guest-tools.tsx'
import type { Counter } from './use-counter.ts'

export interface Guests {
  open(dialog: GuestDialog): void
  /** Whether a member is being registered, from the key on that asks for it. */
  isRegistering(): boolean
  /** Whether one of them is shown or about to be: it is loaded when it is first asked for. */
  isOpen: boolean
  /** What the member's start does for want of a signature. */
  lack: 'none' | 'warn' | 'block'
  tools: ReactNode
  dialog: ReactNode
}

/** What is done with somebody who is no member yet, or was found in the dialog itself. */
const withoutMember: readonly GuestDialog[] = ['registration', 'recharge', 'deposits', 'void']

/** What can be done with the guest at the counter, by button, by key, or because a start was refused. */
export function useGuestDialogs(counter: Counter, catalogue: Catalogue | null): Guests {
  const [shown, setShown] = useState<GuestDialog | null>(null)
  const isRegistering = useRef(false)
  const show = (dialog: GuestDialog | null) => {
    isRegistering.current = dialog === 'registration'
    setShown(dialog)
  }
  const may: Record<GuestDialog, boolean> = {
    registration: useMay('member:add'),
    recharge: useMay('recharge:add'),
    deposits: useMayReturn(),
    void: useMay('refund:void'),
    glance: useMay('member:glance'),
    cards: useMay('member:card'),
    agreement: useMay('agreement:sign'),
  }
  const { who, online, problem } = counter
  const { store } = catalogue ?? {}
  const hasMember = who.member !== null
  const hasAgreement = store !== undefined && store.agreementId !== ''
  const isOpenable = (dialog: GuestDialog): boolean => {
    if (!may[dialog]) return false
    if (dialog === 'registration') return true
    if (dialog === 'recharge' || dialog === 'deposits' || dialog === 'void') return online
    return hasMember && online && (dialog !== 'agreement' || hasAgreement)
  }
  const open = (dialog: GuestDialog) => {
    if (isOpenable(dialog)) show(dialog)
    else play('error')
  }
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
    tools: <GuestTools hasMember={hasMember} hasAgreement={hasAgreement} online={online} onOpen={open} />,
    dialog: shown ? <GuestDialogs counter={counter} shown={shown} onClose={() => show(null)} /> : null,
  }
}
