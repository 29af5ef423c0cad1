import { lazy, Suspense } from 'react'
import type { Counter } from '#renderer/features/counter/use-counter.ts'

// Few rules require a photograph, so the camera code is loaded on first use.
const PhotoDialog = lazy(async () => ({ default: (await import('#renderer/features/photos/index.ts')).PhotoDialog }))

/** Takes the photograph of the racer that the rule of a start requires. */
export const CounterPhoto = ({ request }: { request: NonNullable<Counter['photographing']> }) => (
  <Suspense fallback={null}>
    <PhotoDialog racer={request.racer} onDone={request.give} onClose={request.refuse} />
  </Suspense>
)
