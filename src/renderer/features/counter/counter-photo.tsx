import { lazy, Suspense } from 'react'
import type { Counter } from './use-counter.ts'

// Hardly any rule wants a photograph: its camera comes with the first that does.
const PhotoDialog = lazy(async () => ({ default: (await import('#renderer/features/photos/index.ts')).PhotoDialog }))

/** Photographs the racer of a start that its rule wants photographed. */
export const CounterPhoto = ({ request }: { request: NonNullable<Counter['photographing']> }) => (
  <Suspense fallback={null}>
    <PhotoDialog racer={request.racer} onDone={request.give} onClose={request.refuse} />
  </Suspense>
)
