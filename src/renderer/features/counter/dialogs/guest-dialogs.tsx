import { lazy, Suspense } from 'react'
import { AgreementDialog } from '#renderer/features/agreements/index.ts'
import { DepositsDrawer } from '#renderer/features/consume-orders/index.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { FindByFace } from '#renderer/features/faces/index.ts'
import { MemberCards, MemberGlance, MemberRegistration } from '#renderer/features/members/index.ts'
import { RechargeDialog } from '#renderer/features/recharge/index.ts'
import { VoidDialog } from '#renderer/features/refunds/index.ts'
import type { GuestDialog } from './guest-dialog.ts'

const cloakroom = () => import('#renderer/features/cloakroom/index.ts')
const StoreThing = lazy(async () => ({ default: (await cloakroom()).StoreThing }))
const TakeOutDialog = lazy(async () => ({ default: (await cloakroom()).TakeOutDialog }))
const SignUpDialog = lazy(async () => ({ default: (await import('#renderer/features/events/index.ts')).SignUpDialog }))

interface GuestDialogsProps {
  counter: Counter
  shown: GuestDialog
  onClose(): void
}

/** The dialogs for the guest at the counter. After a change the member is looked up again. */
export function GuestDialogs({ counter: { who }, shown, onClose }: GuestDialogsProps) {
  const { member } = who
  const find = (id: string) => {
    onClose()
    void who.find({ id })
  }
  const retry = () => {
    if (member) void who.find({ id: member.id })
  }
  // The refund may be this member's.
  const closeVoid = () => {
    onClose()
    retry()
  }
  const name = member ? member.realname || member.nickname : ''
  return (
    <Suspense fallback={null}>
      {shown === 'registration' ? <MemberRegistration onDone={find} onOpen={find} onClose={onClose} /> : null}
      {shown === 'face' ? <FindByFace onFound={find} onClose={onClose} /> : null}
      {shown === 'recharge' ? <RechargeDialog member={member} onDone={find} onClose={onClose} /> : null}
      {shown === 'void' ? <VoidDialog onClose={closeVoid} /> : null}
      {shown === 'store' ? <StoreThing userId={member?.id ?? ''} onClose={onClose} /> : null}
      {shown === 'collect' ? <TakeOutDialog scanned="" onClose={onClose} /> : null}
      {shown === 'events' ? (
        <SignUpDialog {...(member ? { member: { id: member.id, name } } : {})} onDone={retry} onClose={onClose} />
      ) : null}
      {shown === 'deposits' ? <DepositsDrawer onClose={onClose} /> : null}
      {member && shown === 'glance' ? <MemberGlance id={member.id} onChanged={retry} onClose={onClose} /> : null}
      {member && shown === 'cards' ? (
        <MemberCards member={{ id: member.id, name }} onChanged={retry} onClose={onClose} />
      ) : null}
      {member && shown === 'agreement' ? (
        <AgreementDialog userId={member.id} onSigned={retry} onClose={onClose} />
      ) : null}
    </Suspense>
  )
}
