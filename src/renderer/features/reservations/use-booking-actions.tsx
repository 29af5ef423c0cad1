import { App } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { PayDialog } from '#renderer/features/paying/index.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { Arrival, Reservation } from '#shared/features/reservations/reservations.schema.ts'
import { ArriveDialog } from './arrive-dialog.tsx'
import { CancelBookingDialog } from './cancel-dialog.tsx'
import { EditBookingDialog } from './edit-dialog.tsx'
import { ReturnBookDepositDialog } from './return-deposit-dialog.tsx'
import { refreshReservations } from './use-calendar.ts'

interface Watched {
  orderId: string
  what: string
  amount: number
  query(id: string): Promise<string>
  /** The deposit in cash that goes back once it is paid, and how its return is asked for. */
  cashBack?: { amount: number; returned: () => Promise<Arrival> }
}

interface Open {
  what: 'arrive' | 'edit' | 'cancel' | 'giveBack'
  booked: Reservation
}

/** The payment state of a deposit. */
async function depositPayState(id: string): Promise<string> {
  const { depositState } = (await client.reservations.queryById({ query: { id } })).result
  if (depositState === 'failed') return 'closed'
  return depositState === 'unpaid' ? 'nopay' : 'paid'
}
const orderPayState = async (id: string): Promise<string> =>
  (await client.consume.queryById({ query: { id } })).result.payState

/** The actions on a reservation, and their dialogs. */
export function useBookingActions(): {
  actionsOf(booked: Reservation): RowAction[]
  /** Polls a deposit payment in progress. */
  watchDeposit(booked: Reservation): void
  dialog: ReactNode
} {
  const { t } = useText()
  const { message, modal } = App.useApp()
  const withKey = useAttemptKey()
  const [open, setOpen] = useState<Open | null>(null)
  const [watched, setWatched] = useState<Watched | null>(null)
  const isPaymentOpen = useRef(false)
  const [mayAdd, mayArrive, mayCancel, mayDecide, mayRemind] = [
    useMay('reservation:add'),
    useMay('reservation:arrive'),
    useMay('reservation:cancel'),
    useMay('reservation:decide'),
    useMay('reservation:remind'),
  ]

  const run = async (work: () => Promise<{ message: string }>) => {
    try {
      void message.success((await work()).message)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refreshReservations()
  }
  const tellCash = ({ depositReturned, depositPayMode }: Arrival) => {
    if (depositReturned === 0 || depositPayMode !== 'cash') return
    const content = t('reservation.giveBack.cash', { amount: formatAmount(depositReturned) })
    void modal.info({ title: t('message.reservations.arrived'), content })
  }
  const arrived = (arrival: Arrival, again: () => Promise<Arrival>) => {
    const { reservation, order } = arrival
    tellCash(arrival)
    if (order.payState !== 'nopay') return
    const isCashBack = reservation.depositState === 'held' && reservation.depositPayMode === 'cash'
    watch({
      orderId: order.id,
      what: reservation.realname,
      amount: order.amount + order.deposit,
      query: orderPayState,
      ...(isCashBack ? { cashBack: { amount: reservation.deposit, returned: again } } : {}),
    })
  }
  const watch = (payment: Watched) => {
    isPaymentOpen.current = true
    setWatched(payment)
  }
  const warnOfCash = ({ amount }: { amount: number }) => {
    const content = t('reservation.cashBackLater', { amount: formatAmount(amount) })
    void modal.warning({ title: t('reservation.deposit'), content })
  }
  const paid = async () => {
    const cashBack = watched?.cashBack
    if (cashBack) await cashBack.returned().then(tellCash, () => warnOfCash(cashBack))
    await refreshReservations()
  }
  const closePayment = () => {
    if (watched?.cashBack && isPaymentOpen.current) warnOfCash(watched.cashBack)
    setWatched(null)
  }

  const actionsOf = (booked: Reservation): RowAction[] => {
    const { id, bookState, depositState, people, arrived: here } = booked
    const isAwaited = bookState === 'WAITING' || bookState === 'CONFIRMED'
    const isPaying = depositState === 'unpaid'
    const opens = (what: Open['what']) => () => setOpen({ what, booked })
    const all: (RowAction & { may: boolean })[] = [
      {
        key: 'arrive',
        label: t('reservation.arrive'),
        may: mayArrive && !isPaying && bookState !== 'CANCELLED' && here < people,
        act: opens('arrive'),
      },
      {
        key: 'confirm',
        label: t('reservation.confirm'),
        may: mayAdd && bookState === 'WAITING' && !isPaying,
        act: () => void run(() => client.reservations.confirm({ body: { id } })),
      },
      {
        key: 'remind',
        label: t('reservation.remind'),
        may: mayRemind && isAwaited && !isPaying,
        act: () =>
          void run(() => withKey(['remind', booked], (key) => client.reservations.remind({ body: { id }, key }))),
      },
      { key: 'edit', label: t('reservation.change'), may: mayAdd && bookState !== 'CANCELLED', act: opens('edit') },
      {
        key: 'giveBack',
        label: t('reservation.returnDeposit'),
        may: mayDecide && bookState === 'MISSED' && depositState === 'held',
        act: opens('giveBack'),
      },
      {
        key: 'cancel',
        label: t('reservation.cancel'),
        danger: true,
        may: mayCancel && !isPaying && (isAwaited || bookState === 'MISSED'),
        act: opens('cancel'),
      },
    ]
    return all.filter(({ may }) => may).map(({ may: _, ...action }) => action)
  }

  const close = () => setOpen(null)
  const dialogs = {
    arrive: (booked: Reservation) => <ArriveDialog booked={booked} onArrived={arrived} onClose={close} />,
    edit: (booked: Reservation) => <EditBookingDialog booked={booked} onClose={close} />,
    cancel: (booked: Reservation) => <CancelBookingDialog booked={booked} onClose={close} />,
    giveBack: (booked: Reservation) => <ReturnBookDepositDialog booked={booked} onClose={close} />,
  }
  return {
    actionsOf,
    watchDeposit: (booked) => {
      if (booked.depositState !== 'unpaid') return
      watch({ orderId: booked.id, what: t('reservation.deposit'), amount: booked.deposit, query: depositPayState })
    },
    dialog: (
      <>
        {open ? dialogs[open.what](open.booked) : null}
        {watched ? (
          <PayDialog
            orderId={watched.orderId}
            what={watched.what}
            amount={formatAmount(watched.amount)}
            query={watched.query}
            onPaid={() => void paid()}
            onEnd={(_, outcome) => {
              isPaymentOpen.current = outcome === 'timeout'
              void refreshReservations()
            }}
            onClose={closePayment}
          />
        ) : null}
      </>
    ),
  }
}
