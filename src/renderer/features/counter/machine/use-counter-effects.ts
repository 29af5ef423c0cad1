import { client } from '#renderer/core/client.ts'
import { leaveFields } from '#renderer/core/keyboard/hotkeys.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { asksForCashier } from '#renderer/features/cashiers/index.ts'
import { storeRunMode } from '#renderer/features/counter/choices/run-mode.ts'
import { useStartRecord } from '#renderer/features/counter/plan/use-start-record.ts'
import type { useSubmit } from '#renderer/features/counter/plan/use-submit.ts'
import { readOffered } from '#renderer/features/products/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { lookUpMember } from '#renderer/platform/member-lookup.ts'
import { useCatalogueChanges } from '#renderer/platform/use-catalogue.ts'
import { AppError } from '#shared/core/errors.ts'
import type { CounterEffect, CounterEvent } from './counter.events.ts'

interface Outside {
  submit: ReturnType<typeof useSubmit>['submit']
  refreshQueue(): Promise<void>
  openCashier(isOpen: boolean): void
}

/** Returns a function that does what the counter's machine wants done, and reports what comes of it as an event. */
export function useCounterEffects({ submit, refreshQueue, openCashier }: Outside) {
  const { members, offlineQueue } = usePlatform()
  const { refresh } = useCatalogueChanges()
  const recordStart = useStartRecord()

  return (effect: CounterEffect, dispatch: (event: CounterEvent) => void) => {
    switch (effect.kind) {
      case 'lookUp': {
        const { key, lookup } = effect
        void lookUpMember(members, key).then((view) => dispatch({ kind: 'lookupAnswered', lookup, view }))
        return
      }
      case 'readCoupon': {
        const { code, guest } = effect
        void client.couponCodes.check({ body: { code } }).then(
          ({ result }) => dispatch({ kind: 'couponRead', coupon: result, guest }),
          (error: unknown) => {
            dispatch({ kind: 'failed', error, field: null })
            playSound('error')
          },
        )
        return
      }
      case 'submit': {
        const { key, plan, password } = effect.order
        void submit(plan, key, password).then(
          (done) => dispatch({ kind: 'submitAnswered', key, done }),
          (error: unknown) => dispatch({ kind: 'submitFailed', key, error }),
        )
        return
      }
      case 'takeEntry': {
        const { entry, screen } = effect
        const take = async () => {
          const localEntry = (await offlineQueue?.take(entry.id)) ?? null
          await refreshQueue()
          return localEntry
        }
        void take().then(
          (here) => dispatch({ kind: 'entryTaken', entry, here, screen }),
          (error: unknown) => dispatch({ kind: 'failed', error, field: null }),
        )
        return
      }
      case 'recordStart':
        return recordStart(effect.plan, effect.done)
      case 'followRefusal': {
        const { error, field } = effect
        // After a refusal the queue entry has a new idempotency key.
        void refreshQueue()
        if (asksForCashier(error)) openCashier(true)
        if (field === 'vehicleId' || field === 'ruleId') refresh()
        if (error instanceof AppError && error.code === 'products.priceChanged') {
          void readOffered().then(
            (products) => dispatch({ kind: 'productsRead', products }),
            // The next push or press reads them again.
            () => undefined,
          )
        }
        if (field === 'ruleId') void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
        return
      }
      case 'storeMode':
        return storeRunMode(effect.mode)
      case 'play':
        return playSound(effect.sound)
      case 'leaveFields':
        return leaveFields()
    }
  }
}
