import { Skeleton } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CounterCommand } from '#renderer/core/counter-requests.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { showBadge } from '#renderer/features/cashiers/index.ts'
import { CounterPayment } from '#renderer/features/counter/dialogs/counter-payment.tsx'
import { CounterPhoto } from '#renderer/features/counter/dialogs/counter-photo.tsx'
import type { GuestDialog } from '#renderer/features/counter/dialogs/guest-dialog.ts'
import { PasswordPrompt } from '#renderer/features/counter/dialogs/password-prompt.tsx'
import { RedeemDialog } from '#renderer/features/counter/dialogs/redeem-dialog.tsx'
import { useGuestDialogs } from '#renderer/features/counter/dialogs/use-guest-dialogs.tsx'
import { createPressGuard } from '#renderer/features/counter/keys/press-guard.ts'
import { useCounterHelpKeys } from '#renderer/features/counter/keys/use-counter-help-keys.ts'
import { useCounterKeys } from '#renderer/features/counter/keys/use-counter-keys.ts'
import { useTypedAhead } from '#renderer/features/counter/keys/use-typed-ahead.ts'
import { FieldProblem } from '#renderer/features/counter/panels/field-problem.tsx'
import { useOpenedVehicle } from '#renderer/features/counter/panels/use-opened-vehicle.ts'
import { WhatPanel } from '#renderer/features/counter/panels/what-panel.tsx'
import { WherePanel } from '#renderer/features/counter/panels/where-panel.tsx'
import { WhoPanel } from '#renderer/features/counter/panels/who-panel.tsx'
import type { RecentStart } from '#renderer/features/counter/starts/recent-store.ts'
import { CartPanel } from '#renderer/features/products/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { Catalogue } from '#renderer/platform/platform.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { takePendingScan } from '#renderer/ui/scan/pending-scan.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { AppError } from '#shared/core/errors.ts'
import { problemOfCart } from '#shared/features/products/cart.calc.ts'
import { barcodesOf } from '#shared/features/scans/index.ts'
import type { Scan } from '#shared/ipc/devices.ts'
import { CounterFoot } from './counter-foot.tsx'
import type { Counter } from './use-counter.ts'
import { useCounterRequests } from './use-counter-requests.ts'
import { useCustomerDisplay } from './use-customer-display.ts'
import './counter.css'
import './counter-strip.css'
import '#renderer/features/counter/panels/who-panel.css'
import '#renderer/features/counter/panels/what-panel.css'
import '#renderer/features/counter/panels/where-panel.css'
import './counter-sizes.css'

const TakeOutDialog = lazy(async () => ({
  default: (await import('#renderer/features/cloakroom/index.ts')).TakeOutDialog,
}))
const SellCart = lazy(async () => ({
  default: (await import('#renderer/features/counter/dialogs/sell-cart.tsx')).SellCart,
}))
const HungOrders = lazy(async () => ({
  default: (await import('#renderer/features/counter/starts/pending-rides.tsx')).PendingRides,
}))

/** The three panels with the bottom line, their keys, scans and dialogs. The page renders what is above. */
export function CounterBoard({
  counter,
  catalogue,
  isPending,
  isWholePage = false,
  opensWith,
}: {
  counter: Counter
  catalogue: Catalogue | null
  isPending: boolean
  /** Whether this renders `<main>`; inside other pages the frame does. */
  isWholePage?: boolean
  /** A dialog that is opened with the board. */
  opensWith?: GuestDialog
}) {
  const Body = isWholePage ? 'main' : 'div'
  const { t } = useText()
  const platform = usePlatform()
  const [isPendingOpen, setPendingOpen] = useState(false)
  const mayPrint = useMay('consume:print')
  const { last } = counter.recent
  const mayReprint = platform.prints !== null || (mayPrint && counter.online)
  const [reprints] = useState(createPressGuard)

  const mayTakeOut = useMay('cloakroomitem:takeOut')
  /** The scanned slip of the cloakroom; empty: none. */
  const [slip, setSlip] = useState('')
  const { cart, offered } = counter
  /** Scans that may be products, made before these were known. */
  const early = useRef<Scan[]>([])
  /** The sale of the cart without a ride: the scanned pay code, or empty; null: there is none. */
  const [sale, setSale] = useState<string | null>(null)
  const maySell = offered.mayShow && counter.online && cart.length > 0
  const openSale = (payCode = '') => {
    const problem = maySell ? problemOfCart(cart) : null
    if (problem) counter.fail(new AppError(problem.code, problem.details), 'lines')
    else if (!maySell || counter.stage !== 'idle' || counter.who.view.kind === 'loading') playSound('error')
    else if (payCode !== '' && counter.unansweredSale) counter.fail(new AppError('counter.answerOpen'), 'lines')
    else setSale(payCode)
  }
  const onScan = (scan: Scan) => {
    if (scan.isRepeat) counter.onScan(scan)
    else if (scan.kind === 'payCode' && maySell && counter.rule === null) openSale(scan.value)
    else if (scan.kind === 'staffBadge') {
      showBadge(scan.value)
      counter.openCashier(true)
    } else if (scan.kind === 'cloakroomSlip') {
      if (mayTakeOut && counter.online) setSlip(scan.value)
      else {
        playSound('error')
        counter.showNotice({ key: mayTakeOut ? 'cloakroom.needsServer' : 'cloakroom.mayNot' })
      }
    } else if (offered.isLoading && scan.kind !== 'memberCard' && barcodesOf(scan).length > 0) early.current.push(scan)
    else counter.onScan(scan)
  }
  useScan(onScan, 'page', true, { takesRepeats: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are known
  useEffect(() => {
    if (!offered.isLoading) for (const scan of early.current.splice(0)) counter.onScan(scan)
  }, [offered.isLoading])
  useCustomerDisplay(counter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on mount, for the scan that opened this page
  useEffect(() => {
    const scan = takePendingScan()
    if (scan) onScan(scan)
  }, [])

  const reprint = async (start: RecentStart | undefined, pressedAt: number) => {
    if (!start || !mayReprint || !reprints.take(pressedAt)) return
    try {
      const { hasPrinter } = await platform.reprint(start.outcome.id)
      reprints.succeed(performance.now())
      const key = platform.prints ? 'counter.reprinting' : 'counter.reprintQueued'
      counter.showNotice({
        key: hasPrinter ? key : 'counter.reprintNobody',
        values: { ticket: start.outcome.ticketNo },
      })
    } catch (error) {
      reprints.fail(performance.now())
      counter.fail(error, null)
    }
  }
  const openPending = () => {
    if (counter.online) setPendingOpen(true)
  }
  /** Whether the search of products is open. With a cart it always is. */
  const [isSearching, setSearching] = useState(false)
  const hasCart = offered.mayShow && (cart.length > 0 || isSearching)
  const mayOpenCart = offered.mayShow && !hasCart
  const guests = useGuestDialogs(counter, catalogue, opensWith)
  const opened = useOpenedVehicle(counter)
  useTypedAhead(counter, isPending)
  useCounterHelpKeys(counter.startModes)
  const obey = (command: CounterCommand) => {
    if (command === 'shift') counter.openShift(true)
    else if (command === 'cashier') counter.openCashier(true)
    else if (command === 'pending') openPending()
    else if (command !== 'reprint') guests.open(command)
    else if (last) void reprint(last, performance.now())
    else counter.showNotice({ key: 'counter.reprintNone' })
  }
  useCounterRequests(counter, obey, !isPending)
  const isOpening =
    isPendingOpen || opened.id !== null || guests.isOpen || counter.isShiftOpen || sale !== null || slip !== ''
  useCounterKeys(counter, {
    isOpening,
    openPending,
    reprint,
    openVehicle: opened.openByKey,
    sellCart: () => openSale(),
    guests,
  })

  return (
    <>
      <Body className="pl-counter-body">
        <WhoPanel counter={counter} lack={guests.lack} tools={guests.tools} />
        {isPending ? (
          <>
            <section className="pl-counter-panel" aria-busy="true">
              <Skeleton active paragraph={{ rows: 8 }} />
            </section>
            <section className="pl-counter-panel" aria-busy="true">
              <Skeleton active paragraph={{ rows: 8 }} />
            </section>
          </>
        ) : catalogue ? (
          <>
            <WhatPanel counter={counter} onOpenCart={mayOpenCart ? () => setSearching(true) : null} />
            <WherePanel
              counter={counter}
              opened={opened}
              onReprint={mayReprint ? (start, at) => void reprint(start, at) : null}
            />
          </>
        ) : (
          <section className="pl-counter-panel pl-counter-nodata">
            <EmptyBlock
              title={t(platform.sync ? 'counter.noData' : 'counter.will.needsServer')}
              hint={platform.sync ? t('login.offline') : ''}
            />
          </section>
        )}
      </Body>
      <div>
        {hasCart ? (
          <CartPanel
            cart={cart}
            isOpened={isSearching}
            products={offered.products}
            error={offered.error}
            online={counter.online}
            problem={<FieldProblem problem={counter.problem} field="lines" />}
            onAct={counter.changeCart}
            onSell={() => openSale()}
            onClose={() => setSearching(false)}
          />
        ) : null}
        <CounterFoot
          counter={counter}
          canReprint={mayReprint && last !== undefined}
          onPending={openPending}
          onReprint={(pressedAt) => void reprint(last, pressedAt)}
        />
      </div>
      {isPendingOpen ? (
        <Suspense fallback={null}>
          <HungOrders store={catalogue?.store} onClose={() => setPendingOpen(false)} />
        </Suspense>
      ) : null}
      {counter.passwordRequest ? <PasswordPrompt counter={counter} request={counter.passwordRequest} /> : null}
      {counter.photographing ? <CounterPhoto request={counter.photographing} /> : null}
      {counter.paying ? <CounterPayment counter={counter} paying={counter.paying} /> : null}
      {counter.redeeming ? <RedeemDialog counter={counter} redeeming={counter.redeeming} /> : null}
      {guests.dialog}
      {slip === '' ? null : (
        <Suspense fallback={null}>
          <TakeOutDialog scanned={slip} onClose={() => setSlip('')} />
        </Suspense>
      )}
      {sale === null ? null : (
        <Suspense fallback={null}>
          <SellCart counter={counter} payCode={sale} onClose={() => setSale(null)} />
        </Suspense>
      )}
    </>
  )
}
