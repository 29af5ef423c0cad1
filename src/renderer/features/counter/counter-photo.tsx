import { lazy, Suspense } from 'react'
import type { Counter } from './use-counter.ts'

// Hardly any rule wants a photograph: its camera comes with the first that does.
const PhotoDialog = lazy(async () => ({ default: (await import('#renderer/features/photos/index.ts')).PhotoDialog }))

/** Photographs the racer of a start that its rule wants photographed. */
export const CounterPhoto = ({ asked }: { asked: NonNullable<Counter['photographing']> }) => (
  <Suspense fallback={null}>
    <PhotoDialog racer={asked.racer} onDone={asked.give} onClose={asked.refuse} />
  </Suspense>
)
